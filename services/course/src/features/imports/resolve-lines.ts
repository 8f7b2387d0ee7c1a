import type { ImportFieldName, ImportKind, ImportReading } from '@qr-attendance/contracts';
import type { Types } from 'mongoose';
import { type ListSettings, readFields, textOfField } from '@qr-attendance/tables';
import { type AnyKindRules, isProblem, type Problem, type Target } from './kinds/kind.ts';
import type { FileLine } from './read-file.ts';
import type { StatedKey, StatedKeys } from './rules/stated-keys.ts';

export interface MappedFile extends Omit<Partial<ListSettings>, 'kind'> {
  kind: ImportKind;
  reading?: ImportReading;
  _id?: Types.ObjectId;
}

const settingsOf = (file: MappedFile): ListSettings => ({
  ...file,
  mapping: file.mapping ?? {},
  serials: file.reading?.encoding === 'workbook',
});

export const fieldOf = (
  { mapping = {}, joined, fixed }: MappedFile,
  cells: string[],
  name: ImportFieldName,
): string => textOfField({ mapping, joined, fixed }, cells, name);

const parseLine = (
  rules: AnyKindRules,
  settings: ListSettings,
  { cells }: FileLine,
): { row: unknown; fields: Record<string, string> } | Problem => {
  const reading = readFields(settings, cells);
  if ('problem' in reading) return reading;
  const parsed = rules.schema.safeParse(reading.fields);
  if (parsed.success) return { row: parsed.data, fields: reading.fields };
  const [issue] = parsed.error.issues;
  return {
    problem: issue?.code === 'too_big' && issue.origin === 'string' ? 'too_long' : 'invalid',
    field: issue?.path[0] as ImportFieldName | undefined,
  };
};

/** An earlier line of the file states the same. */
export const REPEATED_LINE = 'repeated';

export interface LineStatement {
  fields: Record<string, string>;
  /** Identifies the line's object among files of its kind. */
  lineKey: string;
}

export interface ResolvedLine {
  fileLine: FileLine;
  statement?: LineStatement;
  target: Target<unknown> | Problem | typeof REPEATED_LINE;
}

export const targetOf = ({ target }: ResolvedLine): Target<unknown>[] =>
  target === REPEATED_LINE || isProblem(target) ? [] : [target];

interface ParsedLine {
  fileLine: FileLine;
  row: unknown;
  keys: StatedKey[];
}

/** Lines about roles have no stated key. */
const lineKeyOf = ([first]: StatedKey[], { person, scope, scopeId, term }: Record<string, string>): string =>
  first?.key ?? [person, scope, scopeId, term].join('\n');

const splitRepeated = (lines: ParsedLine[]): { first: ParsedLine[]; rest: ParsedLine[] } => {
  const seen = new Set<string>();
  const [first, rest]: [ParsedLine[], ParsedLine[]] = [[], []];
  for (const line of lines) {
    const isRepeated = line.keys.some(({ key }) => seen.has(key));
    (isRepeated ? rest : first).push(line);
    for (const { key } of line.keys) seen.add(key);
  }
  return { first, rest };
};

/**
 * Finds the objects of lines. A line counts as stated only if its object is found, so each line waits for
 * earlier lines with the same key.
 */
export const resolveLines = async (
  rules: AnyKindRules,
  file: MappedFile,
  fileLines: FileLine[],
  statedKeys: StatedKeys,
): Promise<ResolvedLine[]> => {
  rules.beginBatch?.();
  const targets = new Map<FileLine, ResolvedLine['target']>();
  const statements = new Map<FileLine, LineStatement>();
  const settings = settingsOf(file);
  const parsed: { fileLine: FileLine; row: unknown; fields: Record<string, string> }[] = [];
  for (const fileLine of fileLines) {
    const result = parseLine(rules, settings, fileLine);
    if ('row' in result) parsed.push({ fileLine, ...result });
    else targets.set(fileLine, result);
  }
  const settled = await rules.findSettled?.(
    parsed.map(({ row }) => row),
    String(file._id),
  );
  let waiting = parsed.map(({ fileLine, row, fields }): ParsedLine => {
    const isSettled = settled?.has(row) ?? false;
    const keys = rules.statedKeys(row, isSettled);
    statements.set(fileLine, { fields, lineKey: lineKeyOf(keys, fields) });
    return { fileLine, keys, row: isSettled ? { ...(row as object), previous: undefined } : row };
  });
  while (waiting.length > 0) {
    const { first, rest } = splitRepeated(waiting);
    const fresh = first.filter(({ fileLine, keys }) => {
      const comparison = statedKeys.compare(keys);
      if (comparison === 'new') return true;
      const repeats = { problem: 'repeated' as const };
      targets.set(
        fileLine,
        comparison === 'same' ? REPEATED_LINE : { ...repeats, otherLine: comparison.contradicts },
      );
      return false;
    });
    const resolved = await rules.resolve(fresh.map(({ row }) => row));
    for (const [index, { fileLine, keys }] of fresh.entries()) {
      const target = resolved[index] ?? { problem: 'invalid' };
      if (!isProblem(target)) statedKeys.add(fileLine.line, keys);
      targets.set(fileLine, target);
    }
    waiting = rest;
  }
  return fileLines.map((fileLine) => {
    const statement = statements.get(fileLine);
    return { fileLine, ...(statement && { statement }), target: targets.get(fileLine) ?? REPEATED_LINE };
  });
};
