import type { Cluster } from '../cluster/start-cluster.ts';

/** Something that goes wrong while students mark. */
export interface Fault {
  name: string;
  /** Why it can't be done to this cluster on this machine; undefined when it can. */
  impossible?: (cluster: Cluster) => string | undefined;
  /** So much longer may it take until all parts of the system tell the same. */
  delaysMs?: number;
  /** Strikes, and resolves when the cause is mended; recovery is the system's own business. */
  strike: (cluster: Cluster) => Promise<void>;
}
