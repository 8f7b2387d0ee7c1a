import { isDeepStrictEqual } from 'node:util';
import {
  findOverrides,
  type Ledger,
  type Ranking,
  state,
  statedValues,
  undo,
  type Values,
  withdraw,
  type World,
} from '@qr-attendance/statements';
import type { Types } from 'mongoose';
import { type ChangedValue, changesOfValues } from './changed-values.ts';
import { rulesOfParts } from './stated-parts.ts';
import {
  type ApplyContext,
  type Change,
  CONFLICT_PROBLEM,
  type ImportKindRules,
  type Problem,
  type UndoOutcome,
} from './kind.ts';

export interface StatedObject {
  world: World;
  ledger: Ledger | undefined;
}

type Effect = ReturnType<typeof undo>['effect'];

const ENDS: readonly Effect['existence'][] = ['withdraw', 'remove', 'void-restated'];

export const applyEffect = (world: World, { existence, set }: Effect): World => {
  if (ENDS.includes(existence)) return undefined;
  const isThere = world !== undefined || (existence !== 'none' && existence !== 'void-former');
  return isThere ? { ...world, ...set } : undefined;
};

/** The fields that people changed since the last file, and that the next state changes again. */
export const overridesBetween = (
  before: StatedObject,
  after: StatedObject,
  { ranking }: Pick<ApplyContext, 'ranking'>,
): string[] => findOverrides(before.ledger, [before.world, after.world], ranking);

export const NOT_STATED: StatedObject = { world: undefined, ledger: undefined };

export const stateObject = <State extends StatedObject>(
  stated: State,
  values: Values,
  application: ApplyContext,
): State => {
  const { run, source, ranking, oldestRun, keepsLocalChanges, takesUp = false } = application;
  const { ledger: before, world } = stated;
  const apply = (declined: string[]): State => {
    const line = { source, run, oldestRun, values, declined, takesUp };
    const { ledger, effect } = state(before, line, world, ranking);
    return { ...stated, world: applyEffect(world, effect), ledger };
  };
  const after = apply([]);
  const overrides = keepsLocalChanges ? overridesBetween(stated, after, application) : [];
  return overrides.length > 0 ? apply(overrides) : after;
};

/** Ends an object that a complete file omits, if an earlier file stated it. */
export const withdrawObject = <State extends StatedObject>(
  stated: State,
  { run, source, ranking, oldestRun }: ApplyContext,
): State => {
  const { ledger, effect } = withdraw(stated.ledger, { source, run, oldestRun }, stated.world, ranking);
  return { ...stated, world: applyEffect(stated.world, effect), ledger };
};

const isChangedByPeople = ({ world, ledger }: StatedObject, ranking: Ranking): boolean => {
  const stated = ledger ? statedValues(ledger, ranking) : {};
  return Object.entries(stated).some(
    ([field, value]) => world !== undefined && !isDeepStrictEqual(world[field], value),
  );
};

export interface UndoneObject<State> {
  after: State;
  /** People have changed something since, which is kept. */
  isKept: boolean;
  /** The unchanged object without the run's statements. */
  keepAsIs: State;
}

/**
 * Removes what a run stated about an object. An object that the run added is kept if people have changed it
 * since.
 */
export const undoObject = <State extends StatedObject>(
  before: State,
  { run, ranking }: Pick<ApplyContext, 'run' | 'ranking'>,
): UndoneObject<State> => {
  const { ledger, effect } = undo(before.ledger, run, before.world, ranking);
  const keepAsIs = { ...before, ledger };
  if (ENDS.includes(effect.existence) && isChangedByPeople(before, ranking))
    return { after: keepAsIs, isKept: true, keepAsIs };
  const after = { ...before, world: applyEffect(before.world, effect), ledger };
  return { after, isKept: effect.kept.length > 0, keepAsIs };
};

type Store<State> = Pick<ImportKindRules<never, never, State>, 'load' | 'write'> & {
  decidedIn: (state: State) => unknown;
  isThere?: (state: State) => boolean;
};

/**
 * Undoes what a run stated about objects. An object whose owner refuses the change or the removal, such as a term with
 * courses, is kept like an object that people created.
 */
export const createUndoRun = <State>(
  { load, write, decidedIn, isThere = () => true }: Store<State>,
  undoOne: (before: State, application: ApplyContext) => UndoneObject<State> | Promise<UndoneObject<State>>,
): ImportKindRules<never, never, State>['undoRun'] => {
  const outcomeOf = (before: State, { after, isKept }: UndoneObject<State>): UndoOutcome => {
    if (isKept) return 'kept';
    if (isDeepStrictEqual(decidedIn(before), decidedIn(after))) return 'unchanged';
    return isThere(before) && !isThere(after) ? 'removed' : 'restored';
  };
  return async (keys, application, dryRun) => {
    const states = await load(keys, application.run);
    const outcomes = new Map<string, UndoOutcome>(keys.map((key) => [key, 'unchanged']));
    const undone: (UndoneObject<State> & Change<State>)[] = [];
    // The order of the keys matters: a unit can only be removed after the units below it.
    for (const key of keys) {
      const before = states.get(key);
      if (before === undefined) continue;
      const one = await undoOne(before, application);
      undone.push({ key, before, ...one });
      outcomes.set(key, outcomeOf(before, one));
    }
    if (dryRun) return outcomes;
    await application.undoing?.plan(undone);
    const refused = await write(undone, application);
    await application.undoing?.refuse([...refused.keys()]);
    const staying = undone.filter(({ key }) => refused.has(key));
    const failed = await write(
      staying.map(({ key, before, keepAsIs: after }) => ({ key, before, after })),
      application,
    );
    for (const key of refused.keys()) outcomes.set(key, 'kept');
    for (const [key, { problem }] of failed) if (problem === 'conflict') outcomes.delete(key);
    return outcomes;
  };
};

const decidedIn = ({ world }: StatedObject): unknown => world;
const changesBetween = (before: StatedObject | undefined, after: StatedObject): ChangedValue[] =>
  // For a new object, the ID does not count as a change.
  changesOfValues(before?.world ?? { id: after.world?.['id'] ?? null }, after.world);
const isThere = ({ world }: StatedObject): boolean => world !== undefined;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const statedObjects = <State extends StatedObject>(
  store: Pick<ImportKindRules<never, never, State>, 'load' | 'write'>,
) => ({
  ...store,
  ...rulesOfParts<State>(store.load, ({ ledger, world }) =>
    ledger ? [{ part: '', ledger, id: textOf(world?.['id']) }] : [],
  ),
  decidedIn,
  isThere,
  changesBetween,
  overridesBetween,
  undoRun: createUndoRun<State>({ ...store, decidedIn, isThere }, undoObject),
});

export interface StoredObject<Doc> extends StatedObject {
  document?: Doc | undefined;
}

/**
 * Writes objects one by one, and statements about unchanged objects together (rule 6 of statements).
 * @returns the problems by key
 */
export const writeObjects = async <Doc extends { _id: Types.ObjectId }, State extends StoredObject<Doc>>(
  changes: Change<State>[],
  {
    stateAll,
    writeOne,
  }: {
    stateAll: (stated: { document: Doc; statements: Ledger | undefined }[]) => Promise<Set<string>>;
    writeOne: (change: Change<State>) => Promise<Problem | undefined>;
  },
): Promise<Map<string, Problem>> => {
  const problems = new Map<string, Problem>();
  const restated: { key: string; document: Doc; statements: Ledger | undefined }[] = [];
  for (const change of changes) {
    const { key, before, after } = change;
    if (before?.document && isDeepStrictEqual(before.world, after?.world)) {
      restated.push({ key, document: before.document, statements: after?.ledger });
      continue;
    }
    const problem = await writeOne(change);
    if (problem) problems.set(key, problem);
  }
  const outdated = await stateAll(restated);
  for (const { key, document } of restated)
    if (outdated.has(document._id.toHexString())) problems.set(key, CONFLICT_PROBLEM);
  return problems;
};
