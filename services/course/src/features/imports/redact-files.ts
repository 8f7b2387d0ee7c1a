import { IMPORT_FIELDS, type ImportKind } from '@qr-attendance/contracts';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { ImportBatchDocument } from '../../db/import-batch-model.ts';
import type { ImportErrorDocument } from '../../db/import-error-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import type { OpenLineDocument } from '../../db/open-line-model.ts';

export interface FileModels {
  imports: Model<ImportDocument>;
  importBatches: Model<ImportBatchDocument>;
  importErrors: Model<ImportErrorDocument>;
  importOpenLines: Model<OpenLineDocument>;
}

const REDACTED = '***';
/** Shorter ones are in many names of files by chance. */
const MIN_LETTERS = 3;

/** The fields that name a person, by the kinds of files whose lines are about people. */
const NAMING: Partial<Record<ImportKind, string[]>> = {
  people: ['person', 'name', 'email', 'usn', 'registrationNumber', 'previous'],
  memberships: ['person'],
  staff: ['person'],
};

/** The name of a file has all words of a text, in any order. */
const mentions = (fileName: string, text: string): boolean => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('').length >= MIN_LETTERS && words.every((word) => fileName.toLowerCase().includes(word));
};

/** The values of a line about a person. */
interface LineOfRun {
  runId: Types.ObjectId;
  values: string[];
}

/** Removes a person from the fixed values and the names of files with lines about them (rule 11 of statements). */
export const createRedactFiles = ({ imports, importBatches, importErrors, importOpenLines }: FileModels) => {
  const update = (filter: object, change: object) =>
    imports.updateMany(filter as QueryFilter<ImportDocument>, change as UpdateQuery<ImportDocument>);

  const listOtherLines = async (personId: string): Promise<LineOfRun[]> => {
    const errors = await importErrors
      .find({ about: personId }, { runId: 1, values: 1 })
      .lean<ImportErrorDocument[]>();
    const shown = await imports
      .find({ 'examples.about': personId } as QueryFilter<ImportDocument>, { examples: 1 })
      .lean<ImportDocument[]>();
    const examples = shown.flatMap((run) =>
      run.examples.flatMap(({ about, values }) => (about === personId ? { runId: run._id, values } : [])),
    );
    return [...errors, ...examples];
  };

  const isOnlyAbout = async (runId: Types.ObjectId, personId: string): Promise<boolean> => {
    const exists = async (filter: object): Promise<boolean> =>
      (await importBatches.exists({ runId, ...filter } as QueryFilter<ImportBatchDocument>)) !== null;
    const others = { people: { $elemMatch: { id: { $ne: personId } } } };
    return (await exists({ 'people.id': personId })) && !(await exists(others));
  };

  /** @param applied the applied lines about the person */
  return async (personId: string, applied: LineOfRun[]): Promise<void> => {
    const lines = [...applied, ...(await listOtherLines(personId))];
    const linesOf = Map.groupBy(lines, ({ runId }) => runId.toHexString());
    const runs = await imports.find({ _id: { $in: [...linesOf.keys()] } }).lean<ImportDocument[]>();
    for (const { _id, kind, fileName } of runs) {
      const naming = NAMING[kind] ?? [];
      const texts = (linesOf.get(_id.toHexString()) ?? []).flatMap(({ values }) =>
        IMPORT_FIELDS[kind].flatMap(({ name }, index) =>
          naming.includes(name) ? (values[index] ?? []) : [],
        ),
      );
      // A fixed value is that of all lines, so it is the person's.
      const fixed = Object.fromEntries(naming.map((field) => [`fixed.${field}`, '']));
      if (naming.length > 0) await update({ _id }, { $unset: fixed });
      if (!texts.some((text) => mentions(fileName, text)) && !(await isOnlyAbout(_id, personId))) continue;
      await update({ _id }, { $set: { fileName: REDACTED } });
      await importOpenLines.updateMany({ runId: _id }, { $set: { fileName: REDACTED } });
    }
  };
};
