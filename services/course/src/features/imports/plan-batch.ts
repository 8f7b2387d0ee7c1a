import { isDeepStrictEqual } from 'node:util';
import { IMPORT_FIELDS, type ImportCounts, type ImportOutcome } from '@qr-attendance/contracts';
import type { RosterEffect } from '../../db/import-batch-model.ts';
import type { ChangedValue } from './kinds/changed-values.ts';
import { type AnyKindRules, type ApplyContext, type Change, isProblem, type Problem } from './kinds/kind.ts';
import {
  fieldOf,
  type LineStatement,
  type MappedFile,
  REPEATED_LINE,
  type ResolvedLine,
  targetOf,
} from './resolve-lines.ts';

export interface PlannedLine extends Partial<Problem> {
  line: number;
  outcome: ImportOutcome;
  values: string[];
  cells?: string[];
  key?: string;
  state?: unknown;
  overrides?: string[];
  changed?: ChangedValue[];
  about?: string | undefined;
  effects?: RosterEffect[] | undefined;
  /** Missing for unreadable lines. */
  statement?: LineStatement | undefined;
  /** Declined values: the current value, and the value that the line states. */
  leftOut?: ChangedValue[];
  /** This line or an earlier line has declined values. */
  hasDeclined?: boolean;
}
export interface PlannedChange extends Change<unknown> {
  line: number;
}
export interface PlannedBatch {
  lines: PlannedLine[];
  changes: PlannedChange[];
}

const MAX_SHOWN = 200;

export const noCounts = (): ImportCounts => ({
  added: 0,
  changed: 0,
  ended: 0,
  unchanged: 0,
  skipped: 0,
  waiting: 0,
  unmatched: 0,
  error: 0,
});

export const countChanges = ({ changed, ended }: ImportCounts): number => changed + ended;

export const countLines = (lines: Pick<PlannedLine, 'outcome'>[]): ImportCounts => {
  const counts = noCounts();
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
};

export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  ended: one.ended + other.ended,
  unchanged: one.unchanged + other.unchanged,
  // Jobs that an earlier release began lack these counts.
  skipped: (one.skipped ?? 0) + (other.skipped ?? 0),
  waiting: (one.waiting ?? 0) + (other.waiting ?? 0),
  unmatched: one.unmatched + other.unmatched,
  error: one.error + other.error,
});

export const outcomeOfProblem = ({ problem }: Problem): ImportOutcome => {
  if (problem === 'erased') return 'skipped';
  if (problem === 'same_person') return 'waiting';
  return problem.startsWith('unknown_') ? 'unmatched' : 'error';
};

/** Separates changes that only repeat statements; their batch lists them, and they are not written. */
export const splitRestated = (
  { restatedIn = () => [] }: AnyKindRules,
  changes: PlannedChange[],
): { restated: string[]; written: PlannedChange[] } => {
  const split = changes.map((change) => ({ change, restated: restatedIn(change) }));
  return {
    restated: split.flatMap(({ restated }) => restated),
    written: split.flatMap(({ change, restated }) => (restated.length > 0 ? [] : [change])),
  };
};

/**
 * Decides what lines would change, from the current state of their objects.
 * @param pending states that a preview has not written
 */
export const planBatch = async (
  rules: AnyKindRules,
  file: MappedFile,
  resolved: ResolvedLine[],
  pending: Map<string, unknown>,
  application: ApplyContext,
): Promise<PlannedBatch> => {
  const keys = [...new Set(resolved.flatMap(targetOf).map(({ key }) => key))];
  const stored = await rules.load(keys);
  const before = new Map([...stored, ...pending]);
  const states = new Map(before);
  const firstLines = new Map<string, number>();
  const decidedIn = rules.decidedIn ?? ((state: unknown) => state);

  /** The additional values that the line would change if it overrode local changes. */
  const leftOutBy = (row: unknown, state: unknown, next: unknown): ChangedValue[] => {
    if (rules.leftOutIn) return rules.leftOutIn(next);
    if (!application.keepsLocalChanges || state === undefined) return [];
    const full: unknown = rules.fold(state, row, { ...application, keepsLocalChanges: false });
    return isProblem(full) ? [] : rules.changesBetween(next, full);
  };
  const outcomeOf = (key: string, state: unknown, next: unknown): ImportOutcome => {
    if (state !== undefined && isDeepStrictEqual(decidedIn(state), decidedIn(next))) return 'unchanged';
    const earlier = stored.get(key);
    if (earlier === undefined || rules.isThere?.(earlier) === false) return 'added';
    return rules.hasEnded?.(state, next, application.at) ? 'ended' : 'changed';
  };

  const planLine = ({ fileLine, target, statement }: ResolvedLine): PlannedLine => {
    const { line, cells } = fileLine;
    const values = IMPORT_FIELDS[file.kind].map(({ name }) => fieldOf(file, cells, name).slice(0, MAX_SHOWN));
    if (target === REPEATED_LINE) return { line, values, outcome: 'unchanged' };
    const planned = { line, values, cells: fileLine.uploaded ?? cells, statement };
    if (isProblem(target)) return { ...planned, outcome: outcomeOfProblem(target), ...target };
    const { key, row } = target;
    const state = states.get(key);
    const next: unknown = rules.fold(state, row, application);
    if (isProblem(next)) return { ...planned, outcome: outcomeOfProblem(next), ...next };
    const hasDeclined = rules.declinedIn(next, application.source).length > 0;
    if (isDeepStrictEqual(state, next)) return { ...planned, key, state, outcome: 'unchanged', hasDeclined };
    states.set(key, next);
    if (!firstLines.has(key)) firstLines.set(key, line);
    const outcome = outcomeOf(key, state, next);
    return {
      ...planned,
      key,
      state: next,
      outcome,
      ...(outcome !== 'unchanged' && {
        overrides: state === undefined ? [] : (rules.overridesBetween?.(state, next, application) ?? []),
        changed: rules.changesBetween(state, next),
        about: rules.personOf?.(row),
        effects: rules.effectsOf?.({ key, before: state, after: next }, application.at),
      }),
      leftOut: leftOutBy(row, state, next),
      hasDeclined,
    };
  };
  const lines = resolved.map(planLine);
  const changes = [...firstLines].flatMap(([key, line]) => {
    const change = { key, line, before: before.get(key), after: states.get(key) };
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
  return { lines, changes };
};
