import { isDeepStrictEqual } from 'node:util';
import { findEffect, NO_EFFECT, type Step } from './effect.ts';
import { addFields, withRanking, findDecidingEntry, recordLocalChanges } from './effective-values.ts';
import {
  addRun,
  dropPending,
  EMPTY_LEDGER,
  type Entry,
  EXISTS,
  findLastEntry,
  hasRun,
  type Ledger,
  type Ranking,
  type Values,
  type World,
} from './ledger.ts';

/** The values of one key in a file. */
export interface Line {
  source: string;
  values: Values;
  /** The administrator accepts values that were declined before, although the line is unchanged (rule 2). */
  takesUp?: boolean;
}

export interface AppliedLine extends Line {
  run: string;
  /** Fields that the administrator declined; `EXISTS` declines the thing itself (rule 2). */
  declined?: readonly string[];
  /** Earlier runs can no longer be undone, and are dropped from an entry if a later run repeats it. */
  oldestRun?: string | undefined;
}

/** The outcome of a line. `restated`: stated again after a withdrawal, as a new period. */
export type Outcome = 'added' | 'adopted' | 'changed' | 'unchanged' | 'restated';

const isPresent = (entry: Entry | undefined): boolean => entry?.values[EXISTS] === true;

const isSame = (
  entries: readonly Entry[],
  { source, takesUp = false }: Pick<Line, 'source' | 'takesUp'>,
  field: string,
  value: unknown,
): boolean => {
  const last = findLastEntry(entries, source, field);
  if (!last || (takesUp && last.declined.includes(field))) return false;
  return isDeepStrictEqual(last.values[field], value);
};

/** Compares a line with what its source last stated, regardless of local changes (rules 1 and 2). */
export const findOutcome = (ledger: Ledger, line: Line, world: World, ranking: Ranking): Outcome => {
  const { source, values } = line;
  const { entries } = ledger;
  const last = findLastEntry(entries, source, EXISTS);
  if (!last) return world || isPresent(findDecidingEntry(ledger, EXISTS, ranking)) ? 'adopted' : 'added';
  if (!isPresent(last)) return 'restated';
  const isUnchanged = Object.entries(values).every(([field, value]) => isSame(entries, line, field, value));
  return isUnchanged ? 'unchanged' : 'changed';
};

/**
 * Creates the new entry. A field stays declined or overridden if its stated value is unchanged (rules 1 and 2). If
 * the thing begins again, every stated value applies; but if another source already states the thing, a removal by
 * people remains.
 */
const createEntry = (ledger: Ledger, line: AppliedLine, world: World, ranking: Ranking): Entry => {
  const { source, run, declined = [] } = line;
  const values: Values = { ...line.values, [EXISTS]: true };
  const begins = !world && !isPresent(findLastEntry(ledger.entries, source, EXISTS));
  const findSame = (field: string): Entry | undefined => {
    if (isSame(ledger.entries, line, field, values[field]))
      return findLastEntry(ledger.entries, source, field);
    const deciding = findDecidingEntry(ledger, EXISTS, ranking);
    return field === EXISTS && isPresent(deciding) ? deciding : undefined;
  };
  const fields = Object.keys(values);
  const isOwn = (entry: Entry | undefined) => entry?.source === source;
  return {
    source,
    runs: [run],
    values,
    declined: fields.filter((field) => {
      const same = findSame(field);
      return isOwn(same) ? same?.declined.includes(field) : declined.includes(field);
    }),
    overridden: fields.filter(
      (field) => (field === EXISTS || !begins) && findSame(field)?.overridden.includes(field),
    ),
  };
};

/** Adds the run to the last entry, or adds a separate entry for a file with other columns (rule 6). */
const stateUnchanged = (ledger: Ledger, line: AppliedLine, world: World, ranking: Ranking): Ledger => {
  const last = findLastEntry(ledger.entries, line.source, EXISTS);
  const hasSameFields = isDeepStrictEqual(last?.values, { ...line.values, [EXISTS]: true });
  if (hasSameFields) return addRun(ledger, line.source, line.run, line.oldestRun);
  return { ...ledger, entries: [...ledger.entries, createEntry(ledger, line, world, ranking)] };
};

/**
 * Applies a line. An unchanged line only adds its run (rule 6). A changed line replaces local changes of the
 * fields whose stated value changed (rule 2), unless a higher source states them (rule 15). Repeating a run
 * has no effect (rule 17).
 */
export const state = (
  ledger: Ledger | undefined,
  line: AppliedLine,
  world: World,
  ranking: Ranking,
): Step => {
  if (ledger && hasRun(ledger, line.source, line.run)) return { ledger, effect: NO_EFFECT };
  const previous = dropPending(ledger ?? EMPTY_LEDGER, (source) => source === line.source);
  if (findOutcome(previous, line, world, ranking) === 'unchanged')
    return { ledger: stateUnchanged(previous, line, world, ranking), effect: NO_EFFECT };

  const fields = [...Object.keys(line.values), EXISTS];
  const before = addFields(recordLocalChanges(previous, world, ranking), fields, world);
  const entries = [...before.entries, createEntry(before, line, world, ranking)];
  const after = withRanking({ ...before, entries }, ranking);
  const begin = findDecidingEntry(before, EXISTS, ranking) ? 'restate' : 'create';
  return { ledger: after, effect: findEffect(before, after, ranking, { begin, end: 'none' }) };
};

/**
 * Stores a line that its owner refused, with the reason. It is offered again and never determines a value
 * (rule 3).
 */
export const refuse = (
  ledger: Ledger | undefined,
  { source, values, run, reason }: AppliedLine & { reason: string },
): Ledger => {
  const previous = ledger ?? EMPTY_LEDGER;
  return { ...previous, pending: { ...previous.pending, [source]: { run, values, reason } } };
};
