import type { Outcome } from '../campus/phone.ts';
import type { Campus, PlannedMark } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

/** What a fault that sends marks of its own has to add. */
export interface Struck {
  /** Answers of the marks that it sent. */
  outcomes: Outcome[];
  /** Looks, once every mark has its answer, for what is wrong. `history` are the answers of all marks so far. */
  check: (history: Outcome[]) => Promise<string[]>;
}

/** Something that goes wrong while students mark. */
export interface Fault {
  name: string;
  /** Why it can't be done to this cluster on this machine; undefined when it can. */
  impossible?: (cluster: Cluster) => string | undefined;
  /** So much longer may it take until all parts of the system tell the same. */
  delaysMs?: number;
  /** Marks flow for so long; for as long as with other faults unless said. */
  streamSeconds?: number;
  /** This share of the marks, 0 to 1, waits for the fault itself to send it. */
  waitingShare?: number;
  /** Strikes, and resolves when the cause is fixed; recovery is the system's own business. */
  /**
   * Needs a cluster of its own, with two gateways: one of this release, or of the release before. Its processes are
   * replaced, so that no other fault could find them.
   */
  alone?: 'this release' | 'release before';
  /** Marks need a PIN. */
  pins?: true;
  strike: (
    cluster: Cluster,
    given: { campus: Campus; waiting: PlannedMark[] },
  ) => Promise<Struck | undefined | void>;
}
