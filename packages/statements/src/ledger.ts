import { isDeepStrictEqual } from 'node:util';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** Values by field. A field that a file does not have is absent; null is an empty cell. */
export type Values = Record<string, JsonValue>;

/** The values that a thing has now; undefined where there is no such thing, or people removed it. */
export type World = Values | undefined;

/** The field under which an entry states that the thing exists (rule 1). No kind may have a field of this name. */
export const EXISTS = 'exists';

/** One change of what a source states. A withdrawal states only that the thing does not exist. */
export interface Entry {
  source: string;
  /** The runs that stated exactly this, oldest first, unchanged lines included (rule 6). */
  runs: string[];
  values: Values;
  /** Fields that an administrator left out (rule 2). */
  declined: string[];
  /** Fields that people have changed since they were stated (rules 2 and 5). */
  overridden: string[];
}

/** A line that its owner refused (rule 3). */
export interface PendingLine {
  run: string;
  values: Values;
  reason: string;
}

/**
 * The sources of a field, highest first (rule 15). Others rank below them, in the order of their names. Fields that are
 * not listed take the ranks of `sources`.
 */
export interface Ranking {
  sources: string[];
  fields: Record<string, string[]>;
}

/** Everything that sources stated about one key. Its owner stores it with the thing (rule 17). */
export interface Ledger {
  /** For stated fields: the value that they had before, or that people gave them since (rule 5). */
  local: Values;
  /** Oldest first, of all sources. */
  entries: Entry[];
  /** The refused line of each source. */
  pending: Record<string, PendingLine>;
  /** The ranking by which the present values were decided, where it matters. Another one counts from the next change on. */
  ranking?: Ranking | undefined;
}

export const EMPTY_LEDGER: Ledger = { local: {}, entries: [], pending: {} };

/** The last statement of a source about a field, even where it was declined. */
export const findLastEntry = (entries: readonly Entry[], source: string, field: string): Entry | undefined =>
  entries.findLast((entry) => entry.source === source && field in entry.values);

/** Says whether a source states now that the thing exists. */
export const isStatedBy = ({ entries }: Ledger, source: string): boolean =>
  findLastEntry(entries, source, EXISTS)?.values[EXISTS] === true;

/** Says whether any source states now that the thing exists. */
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

/** One of the runs that can no longer be undone says that the statement stays. The ids of runs are in their order. */
const withoutOld = (runs: readonly string[], oldestRun: string): string[] => {
  const old = runs.filter((run) => run < oldestRun);
  return [...old.slice(-1), ...runs.filter((run) => run >= oldestRun)];
};

/**
 * Adds a run to what its source last stated.
 * @param oldestRun earlier ones can no longer be undone
 */
export const addRun = (ledger: Ledger, source: string, run: string, oldestRun = ''): Ledger => {
  const last = ledger.entries.findLastIndex((entry) => entry.source === source);
  const entries = ledger.entries.map((entry, index) =>
    index === last ? { ...entry, runs: [...withoutOld(entry.runs, oldestRun), run] } : entry,
  );
  return { ...ledger, entries };
};

/** A run that stated the same as its source had stated, and is listed elsewhere than in the ledger. */
export interface Restatement {
  run: string;
  source: string;
}

/** Says whether two ledgers differ at most in the runs that stated the same. */
export const statesSame = (one: Ledger, other: Ledger): boolean => {
  const withoutRuns = ({ entries, ...others }: Ledger) => ({
    ...others,
    entries: entries.map(({ runs: _runs, ...entry }) => entry),
  });
  return isDeepStrictEqual(withoutRuns(one), withoutRuns(other));
};

/**
 * Lists runs in what their sources had last stated.
 * @param before the ledger when they stated it; later statements follow it
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
