import { isDeepStrictEqual } from 'node:util';
import { type Existence, findEffect, type Step } from './effect.ts';
import { effectiveValues, exists, findDecidingEntry, recordLocalChanges } from './effective-values.ts';
import {
  dropPending,
  EMPTY_LEDGER,
  type Entry,
  EXISTS,
  type Ledger,
  type Ranking,
  type World,
} from './ledger.ts';

export interface UndoStep extends Omit<Step, 'ledger'> {
  /** Undefined if nothing remains. */
  ledger: Ledger | undefined;
}

const isWithdrawal = (entry: Entry): boolean => entry.values[EXISTS] === false;
const isInEffect = (entry: Entry, field: string): boolean =>
  !entry.declined.includes(field) && !entry.overridden.includes(field);

/** Removes the run, then entries without a run, and withdrawals of a key that their source no longer states. */
const removeRun = (entries: readonly Entry[], run: string) => {
  const isStated = (entry: Entry) => entry.runs.some((other) => other !== run);
  const isLeft = (entry: Entry, index: number): boolean =>
    isStated(entry) &&
    (!isWithdrawal(entry) ||
      entries
        .slice(0, index)
        .some((other) => other.source === entry.source && !isWithdrawal(other) && isStated(other)));
  return {
    removed: entries.filter((entry, index) => !isLeft(entry, index)),
    entries: entries
      .filter(isLeft)
      .map((entry) => ({ ...entry, runs: entry.runs.filter((other) => other !== run) })),
  };
};

/** Fields that the undo would set if people had not changed them. */
const findKept = (before: Ledger, after: Ledger, ranking: Ranking): string[] =>
  Object.keys(effectiveValues(before, ranking)).filter((field) => {
    const [old, next] = [before, after].map((ledger) => findDecidingEntry(ledger, field, ranking));
    const isLocal = !next || next.overridden.includes(field);
    return (
      old?.overridden.includes(field) && isLocal && !isDeepStrictEqual(old.values[field], next?.values[field])
    );
  });

/** The action on a period that a withdrawal ended, if the undone run withdrew or stated it. */
const findFormerPeriod = (
  removed: readonly Entry[],
  run: string,
  after: Ledger,
  ranking: Ranking,
): Existence => {
  const withdrawal = removed.find((entry) => isWithdrawal(entry) && isInEffect(entry, EXISTS));
  if (!withdrawal) return 'none';
  const isKept = withdrawal.runs.includes(run) || after.local[EXISTS] === true;
  if (isKept) return exists(after, ranking) ? 'reinstate' : 'none';
  return after.entries.length > 0 ? 'void-former' : 'remove';
};

/**
 * Removes a run; runs can be undone in any order (rule 6). Each value becomes that of the last remaining statement,
 * or the value before the first statement; local changes are kept and listed (rule 5). Undoing an adoption never
 * removes the thing.
 */
export const undo = (ledger: Ledger | undefined, run: string, world: World, ranking: Ranking): UndoStep => {
  const previous = dropPending(ledger ?? EMPTY_LEDGER, (_source, pendingRun) => pendingRun === run);
  const isStatedByRun = previous.entries.some(({ runs }) => runs.includes(run));
  const before = isStatedByRun ? recordLocalChanges(previous, world, ranking) : previous;
  const { removed, entries } = removeRun(before.entries, run);
  const after = { ...before, entries };

  const wasStated = findDecidingEntry(after, EXISTS, ranking) !== undefined;
  const verbs = { begin: 'reinstate', end: wasStated ? 'void-restated' : 'remove' } as const;
  const effect = findEffect(before, after, ranking, verbs);
  const existence =
    effect.existence === 'none' ? findFormerPeriod(removed, run, after, ranking) : effect.existence;
  const set = existence === 'reinstate' ? effectiveValues(after, ranking) : effect.set;
  const kept = exists(after, ranking) ? findKept(before, after, ranking) : [];
  const left: Ledger = entries.length > 0 ? after : { local: {}, entries: [], pending: after.pending };
  const isEmpty = entries.length === 0 && Object.keys(left.pending).length === 0;
  return { ledger: isEmpty ? undefined : left, effect: { existence, set, kept } };
};
