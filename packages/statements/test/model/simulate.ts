import { expect } from '@jest/globals';
import type * as statements from '../../src/index.ts';
import {
  type Effect,
  effectiveValues,
  type Ledger,
  type Ranking,
  type Values,
  type World,
} from '../../src/index.ts';
import {
  changeByPeople,
  createModel,
  type ModelLine,
  type ModelState,
  outcomeOf,
  overrides,
  type Ranks,
  removeByPeople,
  restoreByPeople,
  decidedValue,
  SOURCES,
  stateLine,
  undoRun,
  withdrawLine,
  worldOf,
} from '../../src/testing/claims.ts';
import { FIELDS, type Story, type StoryStep } from './stories.ts';

export type Rules = Pick<typeof statements, 'compare' | 'refuse' | 'state' | 'undo' | 'withdraw'>;

const NO_EFFECT: Effect = { existence: 'none', set: {}, kept: [] };
/** The values of an ended thing are unknown, so the first line has every field. */
const ALL_VALUES: Values = { room: 'A', day: 'Mon' };

/** Rankings of the sources by field, highest first, between which an administrator can switch. */
const RANKINGS: Ranks[] = [
  { room: ['registry', 'platform'], day: ['platform', 'registry'] },
  { room: ['platform', 'registry'], day: ['registry', 'platform'] },
];
const rankingOf = (fields: Ranks): Ranking => ({ sources: SOURCES, fields });

/** Returns the world after an owner applied an effect. */
export const applyEffect = (world: World, { existence, set }: Effect): World => {
  if (['none', 'void-former'].includes(existence)) return world && { ...world, ...set };
  const ends = ['withdraw', 'void-restated', 'remove'].includes(existence);
  return ends ? undefined : { room: null, day: null, ...world, ...set };
};

/** Runs a story with the rules and with the model, and compares both after every step. */
export const simulate = ({ compare, refuse, state, undo, withdraw }: Rules, story: Story): void => {
  let world = story.initial;
  let ledger: Ledger | undefined;
  let [ranks = {}] = RANKINGS;
  let ranking = rankingOf(ranks);
  const model: ModelState = createModel(story.initial, FIELDS, ranks);
  const runs: string[] = [];
  const lastLines = new Map<string, ModelLine>();
  const pending = new Map<string, string>();
  let repeat = (): Effect => NO_EFFECT;
  const nextRun = () => {
    const run = `run ${runs.length}`;
    runs.push(run);
    return run;
  };

  const expectPreview = (line: ModelLine): void => {
    const after = structuredClone(model);
    stateLine(after, line, ranks);
    const before = worldOf(model) ?? {};
    const fields = Object.entries(worldOf(after) ?? {}).map(([field, to]) => ({
      field,
      from: before[field] ?? null,
      to,
      overrides: overrides(model, field),
    }));
    const { outcome, changes } = compare(ledger, line, world, ranking);
    const isOffered = ({ field }: { field: string }) => !line.declined.includes(field);
    expect(outcome).toBe(outcomeOf(model, line));
    expect(new Set(changes.filter(isOffered))).toEqual(
      new Set(fields.filter((change) => isOffered(change) && change.from !== change.to)),
    );
  };
  const applyLine = (line: ModelLine): void => {
    expectPreview(line);
    const step = () => {
      const result = state(ledger, line, world, ranking);
      ledger = result.ledger;
      world = applyEffect(world, result.effect);
      return result.effect;
    };
    step();
    stateLine(model, line, ranks);
    repeat = step;
    lastLines.set(line.source, line);
    pending.delete(line.source);
  };
  const applyWithdrawal = (source: string, isDeclined: boolean): void => {
    const run = nextRun();
    const step = () => {
      const result = withdraw(ledger, { source, run, isDeclined }, world, ranking);
      ledger = result.ledger;
      world = applyEffect(world, result.effect);
      return result.effect;
    };
    step();
    withdrawLine(model, { source, run, isDeclined }, ranks);
    repeat = step;
    pending.delete(source);
  };
  const applyUndo = (run: string): void => {
    const step = () => {
      const result = undo(ledger, run, world, ranking);
      ledger = result.ledger;
      world = applyEffect(world, result.effect);
      return result.effect;
    };
    const { kept } = step();
    expect(kept.toSorted()).toEqual(undoRun(model, run).toSorted());
    repeat = step;
    for (const [source, pendingRun] of pending) if (pendingRun === run) pending.delete(source);
  };
  const applyRefusal = (source: string, line: ModelLine): void => {
    const step = (): Effect => {
      ledger = refuse(ledger, { ...line, reason: 'Not accepted.' });
      return NO_EFFECT;
    };
    step();
    repeat = step;
    pending.set(source, line.run);
    // A refused line is offered as if it had never been stated.
    expectPreview({ ...line, run: 'another run' });
  };

  const apply = (step: StoryStep): void => {
    if (step.type === 'state') {
      const others = ledger?.entries.length ? {} : ALL_VALUES;
      applyLine({ ...step, values: { ...others, ...step.values }, run: nextRun() });
    } else if (step.type === 'state-again') {
      const last = lastLines.get(step.source);
      const others = ledger?.entries.length ? {} : ALL_VALUES;
      if (last) applyLine({ ...last, values: { ...others, ...last.values }, run: nextRun(), declined: [] });
    } else if (step.type === 'repeat') {
      const before = structuredClone({ ledger, world });
      expect(repeat()).toEqual(NO_EFFECT);
      expect({ ledger, world }).toEqual(before);
    } else if (step.type === 'rank') {
      ranks = RANKINGS[step.index] ?? {};
      ranking = rankingOf(ranks);
    } else if (step.type === 'withdraw') applyWithdrawal(step.source, step.isDeclined);
    else if (step.type === 'refuse') applyRefusal(step.source, { ...step, run: nextRun(), declined: [] });
    else if (step.type === 'undo') {
      const run = runs[step.index % Math.max(1, runs.length)];
      if (run !== undefined) applyUndo(run);
    } else if (step.type === 'restore') {
      if (world) return;
      world = { ...step.values };
      restoreByPeople(model, step.values);
    } else if (step.type === 'change') {
      if (!world) return;
      world = { ...world, ...step.values };
      for (const [field, value] of Object.entries(step.values)) changeByPeople(model, field, value);
    } else if (world) {
      world = undefined;
      removeByPeople(model);
    }
  };
  const expectSame = (): void => {
    expect(world).toEqual(worldOf(model));
    const values = ledger ? effectiveValues(ledger, ranking) : {};
    for (const [field, value] of Object.entries(values))
      expect([field, value]).toEqual([field, decidedValue(model, field)]);
    expect(Object.keys(ledger?.pending ?? {}).toSorted()).toEqual([...pending.keys()].toSorted());
  };

  for (const step of story.steps) {
    apply(step);
    expectSame();
  }
  for (const index of story.order) {
    const [run] = runs.splice(index % Math.max(1, runs.length), 1);
    if (run === undefined) break;
    applyUndo(run);
    expectSame();
  }
  expect(ledger).toBeUndefined();
  const isOfSources = !story.steps.some(({ type }) => ['change', 'remove', 'restore'].includes(type));
  if (isOfSources) expect(world).toEqual(story.initial);
};
