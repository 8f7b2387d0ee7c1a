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

/** The source if an institution configures none. */
export const FILES = 'files';
export const ONLY_FILES: Ranking = { sources: [FILES], fields: {} };

type RankedLedger = Pick<Ledger, 'entries' | 'ranking'>;

/** All sources of a field, highest rank first. */
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
 * The entry that determines a field: that of the highest source that currently states it, else that of the
 * source that withdrew it last (rule 15).
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
  // A thing exists while a source states it, unless people removed it.
  const inEffect = current.find(({ entry }) => field === EXISTS && !entry.overridden.includes(EXISTS));
  return (inEffect ?? current[0] ?? withdrawnLast)?.entry;
};

/** Undefined if no source currently states the field and its earlier value is unknown. */
const effectiveValue = (ledger: Ledger, field: string, ranking: Ranking): JsonValue | undefined => {
  const entry = findDecidingEntry(ledger, field, ranking);
  return (!entry || entry.overridden.includes(field) ? ledger.local : entry.values)[field];
};

const fieldsOf = ({ local, entries }: Ledger): string[] => [
  ...new Set([...Object.keys(local), ...entries.flatMap(({ values }) => Object.keys(values))]),
];

/** Whether the thing should exist: a source states it, or people created it. */
export const exists = (ledger: Ledger, ranking: Ranking): boolean =>
  effectiveValue(ledger, EXISTS, ranking) === true;

/**
 * The value that each stated field must have, by rank of the sources and including local changes (rules 2 and
 * 15).
 */
export const effectiveValues = (ledger: Ledger, ranking: Ranking): Values =>
  Object.fromEntries(
    fieldsOf(ledger).flatMap((field) => {
      const value = effectiveValue(ledger, field, ranking);
      return field === EXISTS || value === undefined ? [] : [[field, value]];
    }),
  );

/** The values that sources state, regardless of local changes. */
export const statedValues = (ledger: Ledger, ranking: Ranking): Values =>
  Object.fromEntries(
    fieldsOf(ledger).flatMap((field) => {
      const entry = findDecidingEntry(ledger, field, ranking);
      return field === EXISTS || !entry ? [] : [[field, entry.values[field] ?? null]];
    }),
  );

/** Whether a higher source currently states the thing (rule 15). */
export const isOutranked = (ledger: Ledger, source: string, ranking: Ranking): boolean => {
  const sources = rankedSources(ledger, EXISTS, ranking);
  const higher = sources.includes(source) ? sources.slice(0, sources.indexOf(source)) : sources;
  return higher.some((other) => isStatedBy(ledger, other));
};

/**
 * Stores the ranking that determines the values from now on. It is omitted with a single source, where it has
 * no effect.
 */
export const withRanking = (ledger: Ledger, ranking: Ranking): Ledger => {
  const { ranking: _former, ...others } = ledger;
  const hasOne = new Set([...ranking.sources, ...ledger.entries.map(({ source }) => source)]).size < 2;
  return hasOne ? others : { ...others, ranking };
};

/**
 * Adds fields that are stated for the first time, with their current values, which are unknown for an ended
 * thing.
 */
export const addFields = (ledger: Ledger, fields: readonly string[], world: World): Ledger => {
  const isKnown = world !== undefined || ledger.entries.length === 0;
  const added = fields.filter((field) => (isKnown || field === EXISTS) && !(field in ledger.local));
  const values = Object.fromEntries(added.map((field) => [field, valueIn(world, field)]));
  return { ...ledger, local: { ...ledger.local, ...values } };
};

/**
 * Records what people changed since the last statement, so that an equal value is not attributed to a
 * statement later (rule 5). A thing that does not exist has no values to compare.
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
