import { isDeepStrictEqual } from 'node:util';
import { rankedSources } from './effective-values.ts';
import {
  EXISTS,
  findLastEntry,
  isStatedBy,
  type JsonValue,
  type Ledger,
  type Ranking,
  type Values,
  type World,
} from './ledger.ts';

export interface Deviation {
  field: string;
  stated: JsonValue;
}

/** The source whose statement currently applies to an object; the highest-ranked one if there are several (rule 15). */
export interface CurrentSource {
  source: string;
  run: string | undefined;
  /** The values that sources currently state, regardless of local changes. */
  values: Values;
  /** The stated values that differ from the thing, because people changed or declined them (rule 2). */
  deviations: Deviation[];
}

const findCurrentSources = (ledger: Ledger, ranking: Ranking): string[] =>
  rankedSources(ledger, EXISTS, ranking).filter((source) => isStatedBy(ledger, source));

/** The value of a field according to the highest current source that states it. */
const findStatedValue = (
  ledger: Ledger,
  field: string,
  current: readonly string[],
  ranking: Ranking,
): JsonValue | undefined => {
  const ranked = rankedSources(ledger, field, ranking).filter((source) => current.includes(source));
  const stated = ranked.flatMap((source) => findLastEntry(ledger.entries, source, field) ?? []);
  return stated[0]?.values[field];
};

/**
 * Finds the source that currently states a thing (rule 18); undefined without one. A thing that does not
 * exist has no deviations.
 */
export const findSource = (
  ledger: Ledger | undefined,
  world: World,
  ranking: Ranking,
): CurrentSource | undefined => {
  const ranks = ledger?.ranking ?? ranking;
  const current = ledger ? findCurrentSources(ledger, ranks) : [];
  const [source] = current;
  if (!ledger || source === undefined) return undefined;
  const fields = new Set(
    ledger.entries
      .filter((entry) => current.includes(entry.source))
      .flatMap(({ values }) => Object.keys(values)),
  );
  fields.delete(EXISTS);
  const values = Object.fromEntries(
    [...fields].map((field) => [field, findStatedValue(ledger, field, current, ranks) ?? null]),
  );
  const deviations = Object.entries(world ? values : {})
    .filter(([field, stated]) => !isDeepStrictEqual(stated, world?.[field] ?? null))
    .map(([field, stated]) => ({ field, stated }));
  const run = ledger.entries.findLast((entry) => entry.source === source)?.runs.at(-1);
  return { source, run, values, deviations };
};

const RUN_ID = /^[0-9a-f]{24}$/;

/** The moment at which a run began. Ids of runs are ObjectIds, which begin with a time in seconds. */
export const momentOfRun = (run: string | undefined): Date | undefined =>
  run !== undefined && RUN_ID.test(run) ? new Date(Number.parseInt(run.slice(0, 8), 16) * 1_000) : undefined;
