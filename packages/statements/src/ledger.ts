import { isDeepStrictEqual } from 'node:util';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** Values by field. A field without a column in the file is absent; null is an empty cell. */
export type Values = Record<string, JsonValue>;

/** The current values of a thing; undefined if it does not exist. */
export type World = Values | undefined;

/**
 * The field by which an entry states that the thing exists (rule 1). No kind may use this name for a field.
 */
export const EXISTS = 'exists';

/** One change of what a source states. A withdrawal only states that the thing does not exist. */
export interface Entry {
  source: string;
  /** The runs that stated exactly these values, oldest first, including unchanged lines (rule 6). */
  runs: string[];
  values: Values;
  /** Fields that an administrator declined (rule 2). */
  declined: string[];
  /** Fields that people have changed since a source stated them (rules 2 and 5). */
  overridden: string[];
}

/** A line that its owner refused (rule 3). */
export interface PendingLine {
  run: string;
  values: Values;
  reason: string;
}

/**
 * The sources of a field, highest first (rule 15). Unlisted sources rank below them, in alphabetical order.
 * `sources` applies to fields without an entry.
 */
export interface Ranking {
  sources: string[];
  fields: Record<string, string[]>;
}

/** Everything that sources stated about one key. Its owner stores it together with the thing (rule 17). */
export interface Ledger {
  /**
   * For each stated field: its value before the first statement, or the value that people have set since (rule 5).
   */
  local: Values;
  /** Entries of all sources, oldest first. */
  entries: Entry[];
  pending: Record<string, PendingLine>;
  /**
   * The ranking that determined the current values; only with several sources. A new ranking applies from the
   * next change on.
   */
  ranking?: Ranking | undefined;
}

export const EMPTY_LEDGER: Ledger = { local: {}, entries: [], pending: {} };

/** The last statement of a source about a field, even if it was declined. */
export const findLastEntry = (entries: readonly Entry[], source: string, field: string): Entry | undefined =>
  entries.findLast((entry) => entry.source === source && field in entry.values);

/** Whether a source currently states that the thing exists. */
export const isStatedBy = ({ entries }: Ledger, source: string): boolean =>
  findLastEntry(entries, source, EXISTS)?.values[EXISTS] === true;

/** Whether any source currently states that the thing exists. */
export const isStated = (ledger: Ledger | undefined): boolean =>
  ledger?.entries.some(({ source }) => isStatedBy(ledger, source)) ?? false;

export const hasRun = (ledger: Ledger, source: string, run: string): boolean =>
  ledger.entries.some((entry) => entry.source === source && entry.runs.includes(run));

export const dropPending = (ledger: Ledger, isDropped: (source: string, run: string) => boolean): Ledger => ({
  ...ledger,
  pending: Object.fromEntries(
    Object.entries(ledger.pending).filter(([source, { run }]) => !isDropped(source, run)),
  ),
});

/**
 * Keeps only one of the runs that can no longer be undone, as proof of the statement. Ids of runs are in
 * chronological order.
 */
const withoutOld = (runs: readonly string[], oldestRun: string): string[] => {
  const old = runs.filter((run) => run < oldestRun);
  return [...old.slice(-1), ...runs.filter((run) => run >= oldestRun)];
};

/**
 * Adds a run to the last entry of its source.
 * @param oldestRun earlier runs can no longer be undone
 */
export const addRun = (ledger: Ledger, source: string, run: string, oldestRun = ''): Ledger => {
  const last = ledger.entries.findLastIndex((entry) => entry.source === source);
  const entries = ledger.entries.map((entry, index) =>
    index === last ? { ...entry, runs: [...withoutOld(entry.runs, oldestRun), run] } : entry,
  );
  return { ...ledger, entries };
};

/** A run that repeated what its source had stated, and that is stored outside the ledger. */
export interface Restatement {
  run: string;
  source: string;
}

/** Whether two ledgers are equal except for runs that repeated a statement. */
export const statesSame = (one: Ledger, other: Ledger): boolean => {
  const withoutRuns = ({ entries, ...others }: Ledger) => ({
    ...others,
    entries: entries.map(({ runs: _runs, ...entry }) => entry),
  });
  return isDeepStrictEqual(withoutRuns(one), withoutRuns(other));
};

/**
 * Adds runs to the entries that they repeated.
 * @param before the ledger when the runs repeated it; later statements follow
 */
export const listRuns = (ledger: Ledger, before: Ledger, restated: readonly Restatement[]): Ledger => {
  const lastOf = (source: string) => before.entries.findLastIndex((entry) => entry.source === source);
  const entries = ledger.entries.map((entry, index) => {
    const added = restated.filter(
      ({ run, source }) => lastOf(source) === index && !hasRun(ledger, source, run),
    );
    return added.length > 0 ? { ...entry, runs: [...entry.runs, ...added.map(({ run }) => run)] } : entry;
  });
  return { ...ledger, entries };
};
