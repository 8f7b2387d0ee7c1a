import { type ImportFieldName, IMPORT_FIELDS, importWarningSchema } from '@qr-attendance/contracts';
import type { CellValue } from '@qr-attendance/tables/workbook';
import type { ImportBatchDocument, ImportedLine } from '../../db/import-batch-model.ts';
import type { ImportErrorDocument } from '../../db/import-error-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { hasField, reasonOf } from './error-rows.ts';
import type { ImportRuns } from './import-runs.ts';
import type { AnyKindRules } from './kinds/kind.ts';
import type { NameIds } from './names-of-ids.ts';
import { outcomeOfProblem } from './plan-batch.ts';
import { textOfValue } from './rules/text-of-value.ts';
import { labelsOf } from './shown-lines.ts';

interface Deps {
  runs: Pick<ImportRuns, 'readBatches' | 'readErrors'>;
  rules: AnyKindRules;
  nameIds: NameIds;
}
interface TextLine extends Omit<ImportedLine, 'changed'> {
  changed: { field: string; from: string; to: string }[];
}

const toText = ({ changed, ...line }: ImportedLine): TextLine => ({
  ...line,
  changed: changed.map(({ field, from, to }) => ({ field, from: textOfValue(from), to: textOfValue(to) })),
});
const textsOf = ({ values, changed }: TextLine): string[] => [
  ...values,
  ...changed.flatMap(({ field, from, to }) => [field, from, to]),
];

const describeLines = async (
  { rules, nameIds }: Pick<Deps, 'rules' | 'nameIds'>,
  { lines = [], pastKept = [] }: Pick<ImportBatchDocument, 'lines' | 'pastKept'>,
): Promise<TextLine[]> => {
  const lacking = lines.filter(({ line }) => line === 0).map(({ key }) => key);
  const labels = lacking.length > 0 ? await labelsOf(rules, lacking) : [];
  const labelOf = new Map(lacking.map((key, index) => [key, labels[index] ?? key]));
  const texts = lines.map((line) => ({
    ...toText(line),
    ...(line.line === 0 && { values: [labelOf.get(line.key) ?? line.key] }),
  }));
  const nameOf = await nameIds(texts.flatMap(textsOf));
  return texts.map(({ changed, ...line }) => ({
    ...line,
    outcome: pastKept.includes(line.key) ? 'kept' : line.outcome,
    values: line.line === 0 ? line.values.map(nameOf) : line.values,
    changed: changed.map(({ field, from, to }) => ({
      field: nameOf(field),
      from: nameOf(from),
      to: nameOf(to),
    })),
  })) as TextLine[];
};

const rowsOfLine = (
  { line, outcome, values, changed }: TextLine,
  ofFile: (values: string[]) => string[],
): CellValue[][] => {
  const rowOf = (field: string, from: string, to: string): CellValue[] => [
    line || '',
    outcome,
    field,
    from,
    to,
    '',
    // Objects that a complete file omits have a name instead of values.
    ...(line ? ofFile(values) : values),
  ];
  if (outcome === 'added' || changed.length === 0) return [rowOf('', '', '')];
  return changed.map(({ field, from, to }) => rowOf(field, from, to));
};

const resultOf = (error: ImportErrorDocument): string => {
  if (importWarningSchema.safeParse(error.problem).success) return 'warning';
  if (error.isPending) return 'pending';
  return outcomeOfProblem({ problem: error.problem as never });
};

/**
 * Everything that a run did: each changed value, and each line that was not applied, with its reason. Reads
 * one batch at a time.
 */
export async function* changeRows(
  { runs, ...describing }: Deps,
  run: ImportDocument,
): AsyncGenerator<CellValue[]> {
  const fields = IMPORT_FIELDS[run.kind].map(({ name }) => name);
  const ofFile = <Item>(items: Item[]): Item[] =>
    items.filter((_item, index) => hasField(run, fields[index] as ImportFieldName));
  yield ['line', 'result', 'changed field', 'before', 'after', 'reason', ...ofFile(fields)];
  for await (const batch of runs.readBatches(run))
    for (const line of await describeLines(describing, batch)) yield* rowsOfLine(line, ofFile);
  for await (const error of runs.readErrors(run))
    yield [
      error.line,
      resultOf(error),
      error.field ?? '',
      '',
      '',
      reasonOf(run.kind, error),
      // The values are empty if the person was erased.
      ...ofFile(fields.map((_field, index) => error.values[index] ?? '')),
    ];
  yield ['', 'unchanged', '', '', '', `${run.applied?.unchanged ?? 0} lines`];
}
