import { asCompleteKind, IMPORT_FIELDS, type InputOf, type routes } from '@qr-attendance/contracts';
import { invalid } from '@qr-attendance/server';
import {
  choicesOf,
  findDayOrder,
  findWeekdayLanguage,
  namesOfColumns,
  normalizeName,
} from '@qr-attendance/tables';
import type { ImportDocument } from '../../db/import-models.ts';
import { changeRun, findImport, type ImportDeps } from './change-run.ts';
import { NO_PREVIEW } from './finish-upload.ts';

const NO_READING = { days: [], values: [] };
type Body = InputOf<typeof routes.course.previewImport, 'body'>;
type Choices = Pick<ImportDocument, 'mapping' | 'joined' | 'fixed'> & { mapping: Record<string, number> };

/** @throws if a required field has neither a column nor a fixed value */
const readChoices = (
  { kind, header = [] }: ImportDocument,
  { mapping, joined = {}, fixed = {} }: Body,
): Choices => {
  const chosen: Required<Choices> = { mapping: {}, joined: {}, fixed: {} };
  const isColumn = (index: number): boolean => index < header.length;
  for (const { name, required } of IMPORT_FIELDS[kind]) {
    const [index, value, others = []] = [mapping[name], fixed[name], joined[name]];
    if (index !== undefined && [index, ...others].every(isColumn)) {
      chosen.mapping[name] = index;
      if (others.length > 0) chosen.joined[name] = others;
    } else if (index === undefined && value !== undefined) chosen.fixed[name] = value;
    else if (required || index !== undefined)
      throw invalid('mapping', 'Choose a column of the file or a fixed value for each required field.', {
        field: name,
      });
  }
  return chosen;
};

/** @throws if the meaning of a value is not accepted by its field */
const readValues = (
  { kind }: ImportDocument,
  values: Body['values'] = {},
): NonNullable<ImportDocument['values']> =>
  Object.fromEntries(
    Object.entries(values).map(([field, meanings]) => {
      const choices = choicesOf(kind, field);
      const wrong = Object.values(meanings).find((meaning) => !choices.includes(meaning));
      if (wrong !== undefined)
        throw invalid(
          'values',
          `“${wrong}” is no value of this field. Accepted are: ${choices.join(', ')}.`,
          {
            field,
          },
        );
      return [
        field,
        Object.fromEntries(Object.entries(meanings).map(([text, to]) => [normalizeName(text), to])),
      ];
    }),
  );

export const startPreview = async (context: ImportDeps, id: string, body: Body): Promise<ImportDocument> => {
  const { complete = false, addErased = false } = body;
  const run = await findImport(context, id);
  const { kind, header = [], reading = NO_READING } = run;
  const choices = readChoices(run, body);
  const values = readValues(run, body.values);
  if (complete && !asCompleteKind(kind))
    throw invalid('not_complete', 'A file of this kind never ends what it does not contain.');
  const order = findDayOrder(kind, choices.mapping, reading);
  const fields = {
    ...choices,
    values,
    complete,
    addErased,
    dayOrder: body.dayOrder ?? (order === 'ask' ? undefined : order),
    weekdayLanguage: findWeekdayLanguage(kind, choices.mapping, reading),
  };
  const changed = await changeRun(
    context,
    run,
    { from: ['uploaded', 'previewed'], reached: ['previewing'] },
    { ...fields, ...NO_PREVIEW, state: 'previewing' },
  );
  if (!run.isOffer)
    await context.importRuns.rememberChoices(run, { columns: namesOfColumns(choices, header), values });
  context.importWorker.wake();
  return changed;
};
