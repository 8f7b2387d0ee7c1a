import type { JsonValue, Outcome, Values, World } from '../index.ts';

/**
 * A second implementation of the rules for tests: a log of all claims about each field, by people and by
 * sources. It stores no previous values; every value is computed from the remaining claims.
 */
interface Claim {
  time: number;
  source: string;
  value: JsonValue | undefined;
  runs: Set<string>;
  isDeclined: boolean;
}

const PEOPLE = 'people';
const EXISTS = 'exists';
/** Highest rank first. */
export const SOURCES = ['registry', 'platform'];

/** Exceptions from the order of `SOURCES`, by field. */
export type Ranks = Record<string, string[]>;

export interface ModelState {
  time: number;
  fields: readonly string[];
  /** The ranks at the last change. */
  ranks: Ranks;
  claims: Record<string, Claim[]>;
  /** Values that people changed since the last step, by field. */
  unseen: Map<string, JsonValue>;
  stated: Set<string>;
}

const claim = (state: ModelState, field: string, made: Partial<Claim> & { value: JsonValue }): void => {
  state.time += 1;
  const base = { time: state.time, source: PEOPLE, runs: new Set<string>(), isDeclined: false };
  (state.claims[field] ??= []).push({ ...base, ...made });
};

export const createModel = (world: World, fields: readonly string[], ranks: Ranks): ModelState => {
  const state: ModelState = {
    time: 0,
    fields,
    ranks,
    claims: {},
    unseen: new Map(),
    stated: new Set(),
  };
  claim(state, EXISTS, { value: world !== undefined });
  for (const field of fields) claim(state, field, { value: world?.[field] ?? null });
  return state;
};

const claimsOf = (state: ModelState, source: string, field: string): Claim[] =>
  (state.claims[field] ?? []).filter((made) => made.source === source && made.runs.size > 0);
const lastOf = (state: ModelState, source: string, field: string) => claimsOf(state, source, field).at(-1);
const acceptedOf = (state: ModelState, source: string, field: string) =>
  claimsOf(state, source, field).findLast(({ isDeclined }) => !isDeclined);
const lastOfPeople = (state: ModelState, field: string): Claim | undefined =>
  (state.claims[field] ?? []).findLast(({ source }) => source === PEOPLE);

const deciding = (state: ModelState, field: string): Claim | undefined => {
  const sources = (state.ranks[field] ?? SOURCES).filter((source) => acceptedOf(state, source, field));
  const isCurrent = (source: string) => acceptedOf(state, source, EXISTS)?.value === true;
  const timeOf = (source: string) => acceptedOf(state, source, field)?.time ?? 0;
  const ordered = field === EXISTS ? sources.toSorted((one, other) => timeOf(other) - timeOf(one)) : sources;
  const current = ordered.find(isCurrent);
  const indexOf = (source: string) => lastOf(state, source, EXISTS)?.time ?? 0;
  const withdrawnLast = sources.toSorted((one, other) => indexOf(other) - indexOf(one))[0];
  const source = current ?? withdrawnLast;
  return source === undefined ? undefined : acceptedOf(state, source, field);
};
const isLocal = (state: ModelState, field: string): boolean =>
  (lastOfPeople(state, field)?.time ?? 0) > (deciding(state, field)?.time ?? 0);

export const decidedValue = (state: ModelState, field: string): JsonValue =>
  (isLocal(state, field) ? lastOfPeople(state, field) : deciding(state, field))?.value ?? null;
const valueNow = (state: ModelState, field: string): JsonValue =>
  state.unseen.has(field) ? (state.unseen.get(field) ?? null) : decidedValue(state, field);
export const worldOf = (state: ModelState): World =>
  valueNow(state, EXISTS) === true
    ? Object.fromEntries(state.fields.map((field) => [field, valueNow(state, field)]))
    : undefined;

/** Records the changes by people before a step, unless they had no lasting effect. */
const seeChanges = (state: ModelState): void => {
  const isThere = worldOf(state) !== undefined;
  for (const [field, value] of state.unseen) {
    if (field !== EXISTS && !isThere) continue;
    state.unseen.delete(field);
    if (decidedValue(state, field) !== value) claim(state, field, { value });
  }
};
/** Drops the values of a thing that no longer exists, except values from sources. */
const forgetValues = (state: ModelState): void => {
  if (worldOf(state)) return;
  for (const field of state.fields) {
    state.unseen.delete(field);
    if (!state.stated.has(field) && decidedValue(state, field) !== null) claim(state, field, { value: null });
  }
};

export const changeByPeople = (state: ModelState, field: string, value: JsonValue): void => {
  state.unseen.set(field, value);
  forgetValues(state);
};
export const removeByPeople = (state: ModelState): void => changeByPeople(state, EXISTS, false);
export const restoreByPeople = (state: ModelState, values: Values): void => {
  state.unseen.set(EXISTS, true);
  for (const field of state.fields) state.unseen.set(field, values[field] ?? null);
};

const hasRun = (state: ModelState, run: string): boolean =>
  Object.values(state.claims).some((claims) => claims.some(({ runs }) => runs.has(run)));

export interface ModelLine {
  source: string;
  run: string;
  values: Values;
  declined: readonly string[];
}

export const outcomeOf = (state: ModelState, { source, values }: Omit<ModelLine, 'run'>): Outcome => {
  const last = lastOf(state, source, EXISTS);
  if (!last) return worldOf(state) || deciding(state, EXISTS)?.value === true ? 'adopted' : 'added';
  if (last.value !== true) return 'restated';
  const isSame = Object.entries(values).every(
    ([field, value]) => lastOf(state, source, field)?.value === value,
  );
  return isSame ? 'unchanged' : 'changed';
};

/** A new ranking applies from the next change on. */
export const stateLine = (state: ModelState, line: ModelLine, ranks: Ranks): void => {
  const { source, run, values, declined } = line;
  if (hasRun(state, run)) return;
  const isChanged = outcomeOf(state, line) !== 'unchanged';
  if (isChanged) seeChanges(state);
  const last = lastOf(state, source, EXISTS);
  const begins = !worldOf(state) && last?.value !== true;
  if (last?.value === true) last.runs.add(run);
  else {
    const other = deciding(state, EXISTS);
    // A thing that another source already states keeps the time at which it began.
    const time = other?.value === true ? { time: other.time } : {};
    claim(state, EXISTS, { source, value: true, runs: new Set([run]), ...time });
  }
  for (const [field, value] of Object.entries(values)) {
    state.stated.add(field);
    const same = lastOf(state, source, field);
    const isSame = same?.value === value;
    const isDeclined = isSame ? same.isDeclined : declined.includes(field);
    if (isSame && !begins) same.runs.add(run);
    else claim(state, field, { source, value, runs: new Set([run]), isDeclined });
  }
  if (isChanged) state.ranks = ranks;
  forgetValues(state);
};

export const withdrawLine = (
  state: ModelState,
  { source, run, isDeclined }: { source: string; run: string; isDeclined: boolean },
  ranks: Ranks,
): void => {
  const last = lastOf(state, source, EXISTS);
  if (!last || hasRun(state, run)) return;
  if (last.value === false) return void last.runs.add(run);
  seeChanges(state);
  claim(state, EXISTS, { source, value: false, runs: new Set([run]), isDeclined });
  state.ranks = ranks;
  forgetValues(state);
};

/** Returns the fields whose local changes are kept. */
export const undoRun = (state: ModelState, run: string): string[] => {
  if (!hasRun(state, run)) return [];
  seeChanges(state);
  const before = state.fields.map((field) => ({
    field,
    isLocal: isLocal(state, field),
    value: deciding(state, field)?.value,
  }));
  for (const claims of Object.values(state.claims)) for (const { runs } of claims) runs.delete(run);
  for (const source of SOURCES) {
    const claims = claimsOf(state, source, EXISTS);
    const firstStated = claims.findIndex(({ value }) => value === true);
    const meaningless = claims.slice(0, firstStated === -1 ? claims.length : firstStated);
    for (const { runs } of meaningless) runs.clear();
  }
  if (!SOURCES.some((source) => lastOf(state, source, EXISTS))) state.stated.clear();
  forgetValues(state);
  if (!worldOf(state)) return [];
  return before
    .filter(
      (old) => old.isLocal && isLocal(state, old.field) && old.value !== deciding(state, old.field)?.value,
    )
    .map(({ field }) => field);
};

export const overrides = (state: ModelState, field: string): boolean => {
  const current = deciding(state, field);
  return worldOf(state) !== undefined && current !== undefined && current.value !== valueNow(state, field);
};
