import type { Outcome } from '../campus/phone.ts';
import type { Campus, PlannedMark } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

export interface FaultResult {
  outcomes: Outcome[];
  /**
   * Called after every mark has its answer; returns errors. `history` contains the answers of all marks so
   * far.
   */
  check: (history: Outcome[]) => Promise<string[]>;
}

export interface Fault {
  name: string;
  impossible?: (cluster: Cluster) => string | undefined;
  delaysMs?: number;
  streamSeconds?: number;
  /** The share of marks (0 to 1) that the fault itself sends. */
  waitingShare?: number;
  /**
   * The fault replaces processes that other faults refer to, so it needs a separate cluster with two
   * gateways.
   */
  alone?: 'this release' | 'release before';
  pins?: true;
  /** Causes the failure and resolves when the cause is fixed. The system must recover by itself. */
  strike: (
    cluster: Cluster,
    given: { campus: Campus; waiting: PlannedMark[] },
  ) => Promise<FaultResult | undefined | void>;
}
