import { isDeepStrictEqual } from 'node:util';
import {
  IMPORT_FIELDS,
  type ImportCounts,
  type ImportFieldName,
  type ImportKind,
  type ImportOutcome,
} from '@qr-attendance/contracts';
import { type AnyKindRules, type Change, isProblem, type Problem } from './kinds/kind.ts';
import type { FileLine } from './read-file.ts';

export interface PlannedLine extends Partial<Problem> {
  line: number;
  outcome: ImportOutcome;
  values: string[];
  key?: string;
  /** The object once the line is applied. */
  state?: unknown;
}
export interface PlannedChange extends Change<unknown> {
  /** The first line that is about the object. */
  line: number;
}
export interface PlannedBatch {
  lines: PlannedLine[];
  changes: PlannedChange[];
}

const MAX_SHOWN = 200;

export const noCounts = (): ImportCounts => ({
  ...{ added: 0, changed: 0, ended: 0, unchanged: 0, unmatched: 0, error: 0 },
});

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
  unmatched: one.unmatched + other.unmatched,
  error: one.error + other.error,
});

const outcomeOfProblem = ({ problem }: Problem): ImportOutcome =>
  problem.startsWith('unknown_') ? 'unmatched' : 'error';

const readFields = (
  kind: ImportKind,
  mapping: Record<string, number>,
  cells: string[],
): Record<string, string> | Problem => {
  const fields: Record<string, string> = {};
  for (const { name, required } of IMPORT_FIELDS[kind]) {
    const value = cells[mapping[name] ?? -1] ?? '';
    if (value !== '') fields[name] = value;
    else if (required) return { problem: 'missing', field: name };
  }
  return fields;
};

interface MappedFile {
  kind: ImportKind;
  mapping?: Record<string, number>;
}

export const parseLines = (
  rules: AnyKindRules,
  { kind, mapping = {} }: MappedFile,
  lines: FileLine[],
): unknown[] =>
  lines.map(({ cells }) => {
    const fields = readFields(kind, mapping, cells);
    if (isProblem(fields)) return fields;
    const parsed = rules.schema.safeParse(fields);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return {
      problem: issue?.code === 'too_big' && issue.origin === 'string' ? 'too_long' : 'invalid',
      field: issue?.path[0] as ImportFieldName | undefined,
    } satisfies Problem;
  });

/**
 * Decides what lines would change, from the current state of the objects that they are about.
 * @param pending states that a preview has not written
 */
export const planBatch = async (
  rules: AnyKindRules,
  file: MappedFile,
  fileLines: FileLine[],
  pending: Map<string, unknown>,
): Promise<PlannedBatch> => {
  const rows = parseLines(rules, file, fileLines);
  const parsed = rows.filter((row) => !isProblem(row));
  const resolved = (await rules.resolve(parsed)).values();
  const targets = rows.map((row) => (isProblem(row) ? row : resolved.next().value));
  const keys = [...new Set(targets.flatMap((target) => (target && !isProblem(target) ? target.key : [])))];
  const stored = await rules.load(keys);
  const before = new Map([...stored, ...pending]);
  const states = new Map(before);
  const firstLines = new Map<string, number>();

  const planLine = ({ line, cells }: FileLine, index: number): PlannedLine => {
    const values = IMPORT_FIELDS[file.kind].map(({ name }) =>
      (cells[file.mapping?.[name] ?? -1] ?? '').slice(0, MAX_SHOWN),
    );
    const target = targets[index] ?? { problem: 'invalid' };
    if (isProblem(target)) return { line, values, outcome: outcomeOfProblem(target), ...target };
    const { key, row } = target;
    const state = states.get(key);
    const next: unknown = rules.fold(state, row);
    if (isProblem(next)) return { line, values, outcome: outcomeOfProblem(next), ...next };
    if (isDeepStrictEqual(state, next)) return { line, values, key, state, outcome: 'unchanged' };
    states.set(key, next);
    if (!firstLines.has(key)) firstLines.set(key, line);
    const planned = { line, values, key, state: next };
    if (!stored.has(key)) return { ...planned, outcome: 'added' };
    return { ...planned, outcome: rules.hasEnded?.(state, next) ? 'ended' : 'changed' };
  };
  const lines = fileLines.map(planLine);
  const changes = [...firstLines].flatMap(([key, line]) => {
    const change = { key, line, before: before.get(key), after: states.get(key) };
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
  return { lines, changes };
};
