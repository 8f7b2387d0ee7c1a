import { findEffect, NO_EFFECT, type Step } from './effect.ts';
import { withRanking, exists, recordLocalChanges } from './effective-values.ts';
import {
  addRun,
  dropPending,
  EMPTY_LEDGER,
  EXISTS,
  findLastEntry,
  hasRun,
  type Ledger,
  type Ranking,
  type World,
} from './ledger.ts';

export interface Withdrawal {
  source: string;
  run: string;
  /** The administrator declined the withdrawal (rule 2). */
  isDeclined?: boolean;
  /** Earlier runs can no longer be undone. */
  oldestRun?: string | undefined;
}

/**
 * Records that a complete file of the source omits the key. The thing ends unless another source states it,
 * whose values then apply (rule 15). Repeating a run has no effect; a later run is added to the withdrawal
 * (rules 6 and 17).
 */
export const withdraw = (
  ledger: Ledger | undefined,
  { source, run, oldestRun, isDeclined = false }: Withdrawal,
  world: World,
  ranking: Ranking,
): Step => {
  if (ledger && hasRun(ledger, source, run)) return { ledger, effect: NO_EFFECT };
  const previous = dropPending(ledger ?? EMPTY_LEDGER, (pendingSource) => pendingSource === source);
  const last = findLastEntry(previous.entries, source, EXISTS);
  if (!last) return { ledger: previous, effect: NO_EFFECT };
  if (last.values[EXISTS] === false)
    return { ledger: addRun(previous, source, run, oldestRun), effect: NO_EFFECT };

  const before = recordLocalChanges(previous, world, ranking);
  const entry = {
    source,
    runs: [run],
    values: { [EXISTS]: false },
    declined: isDeclined ? [EXISTS] : [],
    // The withdrawal ends nothing if people removed the thing before.
    overridden: exists(before, ranking) ? [] : [EXISTS],
  };
  const after = withRanking({ ...before, entries: [...before.entries, entry] }, ranking);
  return { ledger: after, effect: findEffect(before, after, ranking, { begin: 'none', end: 'withdraw' }) };
};
