import { isDeepStrictEqual } from 'node:util';
import {
  type Entry,
  EXISTS,
  isStatedBy,
  type JsonValue,
  type Ledger,
  type Ranking,
  type Values,
  type World,
} from './ledger.ts';

/** The only source where an institution names none. */
export const FILES = 'files';
export const ONLY_FILES: Ranking = { sources: [FILES], fields: {} };

type RankedLedger = Pick<Ledger, 'entries' | 'ranking'>;

/** All sources of a field, highest first. */
export const rankedSources = (
  { entries }: RankedLedger,
  field: string,
  { sources, fields }: Ranking,
): string[] => [
  ...new Set([...(fields[field] ?? sources), ...entries.map(({ source }) => source).toSorted()]),
];

const valueIn = (world: World, field: string): JsonValue =>
  field === EXISTS ? world !== undefined : (world?.[field] ?? null);

const findAccepted = (entries: readonly Entry[], source: string, field: string): Entry | undefined =>
  entries.findLast(
    (entry) => entry.source === source && field in entry.values && !entry.declined.includes(field),
  );

/**
 * The entry that decides a field: of the highest source that states it now, else of the source that withdrew it
 * last (rule 15).
 */
export const findDecidingEntry = (
  ledger: RankedLedger,
  field: string,
  ranking: Ranking,
): Entry | undefined => {
  const { entries } = ledger;
  const sources = rankedSources(ledger, field, ledger.ranking ?? ranking);
  const candidates = sources.flatMap((source) => {
    const entry = findAccepted(entries, source, field);
    if (!entry) return [];
    const isCurrent = findAccepted(entries, source, EXISTS)?.values[EXISTS] === true;
    return [{ entry, isCurrent, last: entries.findLastIndex((other) => other.source === source) }];
  });
  const withdrawnLast = candidates.toSorted((one, other) => other.last - one.last)[0];
  const current = candidates.filter(({ isCurrent }) => isCurrent);
  // A thing exists while any source states it that people did not override.
  const inEffect = current.find(({ entry }) => field === EXISTS && !entry.overridden.includes(EXISTS));
  return (inEffect ?? current[0] ?? withdrawnLast)?.entry;
};

/** Undefined where nobody states the field now, and its earlier value is not known. */
const effectiveValue = (ledger: Ledger, field: string, ranking: Ranking): JsonValue | undefined => {
  const entry = findDecidingEntry(ledger, field, ranking);
  return (!entry || entry.overridden.includes(field) ? ledger.local : entry.values)[field];
};

const fieldsOf = ({ local, entries }: Ledger): string[] => [
  ...new Set([...Object.keys(local), ...entries.flatMap(({ values }) => Object.keys(values))]),
];

/** Says whether the thing must exist: it is stated, or nobody stated it and it was there. */
export const exists = (ledger: Ledger, ranking: Ranking): boolean =>
  effectiveValue(ledger, EXISTS, ranking) === true;

/** The value that each stated field must have, by the ranks of sources, local changes included (rules 2 and 15). */
export const effectiveValues = (ledger: Ledger, ranking: Ranking): Values =>
  Object.fromEntries(
    fieldsOf(ledger).flatMap((field) => {
      const value = effectiveValue(ledger, field, ranking);
      return field === EXISTS || value === undefined ? [] : [[field, value]];
    }),
  );

/** The values that sources state, whatever people have changed since. */
export const statedValues = (ledger: Ledger, ranking: Ranking): Values =>
  Object.fromEntries(
    fieldsOf(ledger).flatMap((field) => {
      const entry = findDecidingEntry(ledger, field, ranking);
      return field === EXISTS || !entry ? [] : [[field, entry.values[field] ?? null]];
    }),
  );

/** Says whether a higher source states the thing now (rule 15). */
export const isOutranked = (ledger: Ledger, source: string, ranking: Ranking): boolean => {
  const sources = rankedSources(ledger, EXISTS, ranking);
  const higher = sources.includes(source) ? sources.slice(0, sources.indexOf(source)) : sources;
  return higher.some((other) => isStatedBy(ledger, other));
};

/** Notes the ranking by which values are decided from now on. With one source it decides nothing. */
export const withRanking = (ledger: Ledger, ranking: Ranking): Ledger => {
  const { ranking: _former, ...others } = ledger;
  const hasOne = new Set([...ranking.sources, ...ledger.entries.map(({ source }) => source)]).size < 2;
  return hasOne ? others : { ...others, ranking };
};

/**
 * Adds fields that are stated for the first time, with the values that they have. Those of a thing that ended are
 * not known.
 */
export const addFields = (ledger: Ledger, fields: readonly string[], world: World): Ledger => {
  const isKnown = world !== undefined || ledger.entries.length === 0;
  const added = fields.filter((field) => (isKnown || field === EXISTS) && !(field in ledger.local));
  const values = Object.fromEntries(added.map((field) => [field, valueIn(world, field)]));
  return { ...ledger, local: { ...ledger.local, ...values } };
};

/**
 * Records what people changed since the last statement, so the same value is never taken for that of a statement
 * later (rule 5). A thing that is not there has no values to compare.
 */
export const recordLocalChanges = (ledger: Ledger, world: World, ranking: Ranking): Ledger => {
  const changed = fieldsOf(ledger)
    .filter((field) => world !== undefined || field === EXISTS)
    .filter((field) => !isDeepStrictEqual(effectiveValue(ledger, field, ranking), valueIn(world, field)));
  if (changed.length === 0) return ledger;
  const values = Object.fromEntries(changed.map((field) => [field, valueIn(world, field)]));
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    overridden: [...new Set([...entry.overridden, ...changed.filter((field) => field in entry.values)])],
  }));
  return { ...ledger, local: { ...ledger.local, ...values }, entries };
};
