import { IMPORT_FIELDS, type ImportKind } from '@qr-attendance/contracts';
import type { ImportedLine } from '../../db/import-batch-model.ts';
import type { ImportDocument, ImportExample } from '../../db/import-models.ts';
import type { PersonOfLine } from './about-lines.ts';
import type { NewError } from './import-errors.ts';
import type { AnyKindRules, LineWarning } from './kinds/kind.ts';
import { isPending } from './open-lines.ts';
import type { PlannedLine } from './plan-batch.ts';
import type { DifferentLine } from './shown-outcomes.ts';

const MAX_EXAMPLES = 5;
export const MAX_KEPT_EXAMPLES = 20;

export const labelsOf = async (rules: AnyKindRules, keys: string[]): Promise<string[]> =>
  (await rules.labelsOf?.(keys)) ?? keys;

const NAMING: ReadonlySet<string> = new Set(['person', 'name']);

/** A line about an erased person keeps only the ID and the name, for the list of erased people. */
const shownValues = (
  kind: ImportKind,
  { problem, values }: Pick<PlannedLine, 'problem' | 'values'>,
): string[] =>
  problem === 'erased'
    ? IMPORT_FIELDS[kind].map(({ name }, index) => (NAMING.has(name) ? (values[index] ?? '') : ''))
    : values;

export const toErrors = (kind: ImportKind, lines: PlannedLine[], aboutOf: PersonOfLine): NewError[] =>
  lines.map((planned) => {
    const { line, field, problem = 'invalid', cells, otherLine, day, meant, samePerson, statement } = planned;
    const about = aboutOf(planned);
    return {
      line,
      problem,
      values: shownValues(kind, planned),
      ...(cells && problem !== 'erased' && { cells }),
      ...(isPending({ statement, problem }) && { isPending: true }),
      ...(field && { field }),
      ...(otherLine !== undefined && { otherLine }),
      ...(day !== undefined && { day }),
      ...(meant !== undefined && { meant }),
      ...(samePerson && { samePerson }),
      ...(about !== undefined && { about }),
    };
  });

/**
 * Lines of the file, and the IDs of erased people that it added again, are deleted together with the file.
 */
export const withoutFileTexts = ({
  reading,
  addErased,
}: Pick<ImportDocument, 'reading' | 'addErased'>): Partial<
  Pick<ImportDocument, 'firstLines' | 'reading' | 'addErased'>
> =>
  ({
    firstLines: undefined,
    ...(Array.isArray(addErased) && { addErased: undefined }),
    ...(reading && { reading: { ...reading, beginning: [], values: [] } }),
  }) as Partial<ImportDocument>;

const isChange = ({ outcome }: PlannedLine): boolean =>
  outcome === 'added' || outcome === 'changed' || outcome === 'ended';

export const toImportedLines = (lines: PlannedLine[]): ImportedLine[] =>
  lines.filter(isChange).map(({ line, key = '', outcome, values, changed = [], about }) => ({
    line,
    key,
    outcome,
    values,
    // A new object's values equal those of the line.
    changed: outcome === 'added' ? [] : changed,
    ...(about !== undefined && { about }),
  }));

export const toWarnings = (warnings: LineWarning[], room: number): NewError[] =>
  warnings.slice(0, Math.max(0, room)).map(({ warning, ...rest }) => ({ ...rest, problem: warning }));

export const describeWarnings = (warnings: LineWarning[]): NonNullable<ImportDocument['warnings']> => ({
  count: warnings.length,
  examples: warnings.slice(0, MAX_EXAMPLES).map(({ values: _values, cells: _cells, ...example }) => example),
});

export const addExamples = (
  { kind, examples }: ImportDocument,
  lines: PlannedLine[],
  aboutOf: PersonOfLine,
): ImportExample[] => {
  const shown = [...examples];
  for (const planned of lines) {
    const { outcome, line, key, problem, field, day, meant } = planned;
    if (shown.filter((one) => one.outcome === outcome).length >= MAX_EXAMPLES) continue;
    const about = aboutOf(planned);
    shown.push({
      outcome,
      line,
      values: shownValues(kind, planned),
      ...(key && { key }),
      ...(problem && { problem }),
      ...(field && { field }),
      ...(day && { day }),
      ...(meant && { meant }),
      ...(about !== undefined && { about }),
    });
  }
  return shown;
};

/** Objects that a complete file omits have no values, so their names are shown instead of their keys. */
export const nameMissingObjects = async (
  examples: ImportExample[],
  rules: AnyKindRules,
): Promise<ImportExample[]> => {
  const isUnnamed = ({ line, key, values }: ImportExample) =>
    line === 0 && key !== undefined && values[0] === key;
  const keys = examples.filter(isUnnamed).flatMap(({ key }) => key ?? []);
  const labels = keys.length > 0 ? await labelsOf(rules, keys) : [];
  return examples.map((example) =>
    isUnnamed(example) ? { ...example, values: [labels[keys.indexOf(example.key ?? '')] ?? ''] } : example,
  );
};

export const addOverrides = (
  { overrides }: ImportDocument,
  lines: PlannedLine[],
): ImportDocument['overrides'] => {
  const found = lines.flatMap(({ line, overrides: fields = [] }) =>
    fields.length > 0 ? { line, fields } : [],
  );
  if (found.length === 0) return overrides;
  const { count = 0, examples = [] } = overrides ?? {};
  return { count: count + found.length, examples: [...examples, ...found].slice(0, MAX_EXAMPLES) };
};

const MAX_DIFFERENT = 20;

const nameIn = (values: string[]): string => values.filter(Boolean).slice(0, 4).join(' · ');

/** Adds lines whose outcome differs from the preview, with the names of their objects. */
export const addDifferentLines = async (
  { kind, outdated }: ImportDocument,
  lines: DifferentLine[],
  { rules, aboutOf }: { rules: AnyKindRules; aboutOf: PersonOfLine },
): Promise<ImportDocument['outdated']> => {
  if (lines.length === 0) return outdated;
  const { count = 0, examples = [] } = outdated ?? {};
  const some = lines.slice(0, MAX_DIFFERENT - examples.length);
  const keys = [...new Set(some.flatMap(({ key }) => key ?? []))];
  const labels = await labelsOf(rules, keys);
  const nameOf = ({ key, ...different }: DifferentLine): string =>
    rules.labelsOf && key !== undefined
      ? (labels[keys.indexOf(key)] ?? key)
      : nameIn(shownValues(kind, different));
  const more = some.map((different) => {
    const { line, key, was, now, problem } = different;
    const about = aboutOf(different);
    return {
      line,
      label: nameOf(different),
      was,
      now,
      ...(problem && { problem }),
      ...(key !== undefined && { key }),
      ...(about !== undefined && { about }),
    };
  });
  return { count: count + lines.length, examples: [...examples, ...more] };
};

export const addKeptObjects = async (
  { kept }: ImportDocument,
  keys: Set<string>,
  rules: AnyKindRules,
): Promise<ImportDocument['kept']> => {
  if (keys.size === 0) return kept;
  const { count = 0, examples = [] } = kept ?? {};
  const more = await labelsOf(rules, [...keys].slice(0, MAX_KEPT_EXAMPLES - examples.length));
  return { count: count + keys.size, examples: [...examples, ...more] };
};
