import { foldForSearch, IMPORT_FIELDS, type ImportKind } from '@qr-attendance/contracts';
import { WITHOUT_SPACES } from '@qr-attendance/server/mongo';
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
/** Shorter texts occur in many file names by coincidence. */
const MIN_LETTERS = 3;
/** Chinese and Japanese names can be this short. */
const MIN_CHARACTERS = 2;

const NAMING: Partial<Record<ImportKind, string[]>> = {
  people: ['person', 'name', 'email', 'usn', 'registrationNumber', 'previous'],
  memberships: ['person'],
  staff: ['person'],
};

const LISTING: readonly ImportKind[] = ['people', 'memberships'];

const wordsOf = (text: string): string[] => foldForSearch(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether a file name contains all words of a text, in any order or written as one word. */
const mentions = (fileName: string, text: string): boolean => {
  const words = wordsOf(text);
  const all = words.join('');
  if (all.length < (WITHOUT_SPACES.test(all) ? MIN_CHARACTERS : MIN_LETTERS)) return false;
  const inName = new Set([
    ...wordsOf(fileName),
    ...wordsOf(fileName.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')),
  ]);
  const has = (word: string): boolean =>
    inName.has(word) || (WITHOUT_SPACES.test(word) && [...inName].some((one) => one.includes(word)));
  return has(all) || words.every(has);
};

interface LineOfRun {
  runId: Types.ObjectId;
  values: string[];
}

/** Removes a person from fixed values and names of files with lines about them (rule 11 of statements). */
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
    const inBatch = (id: object) =>
      importBatches.exists({ runId, people: { $elemMatch: { id } } } as QueryFilter<ImportBatchDocument>);
    const inError = (about: object) =>
      importErrors.exists({ runId, about } as QueryFilter<ImportErrorDocument>);
    const isFound = async (id: object): Promise<boolean> =>
      (await inBatch(id)) !== null || (await inError(id)) !== null;
    return (await isFound({ $eq: personId })) && !(await isFound({ $exists: true, $ne: personId }));
  };

  /** Offered lines are imported under the name of their file, so their runs are renamed, too. */
  const redactName = async ({ _id, fileName }: ImportDocument): Promise<void> => {
    const offers = await imports
      .find({ fileName, isOffer: true } as QueryFilter<ImportDocument>, { _id: 1 })
      .lean<ImportDocument[]>();
    const offered = { $in: offers.map((offer) => offer._id) };
    const redacted = { $set: { fileName: REDACTED } };
    await importOpenLines.updateMany({ $or: [{ runId: _id }, { runId: offered }] }, redacted);
    await update({ _id: offered }, redacted);
    // Renamed last, because a repeated erasure finds the offers by this name.
    await update({ _id }, redacted);
  };

  /** @param applied the applied lines about the person */
  return async (personId: string, applied: LineOfRun[]): Promise<void> => {
    const lines = [...applied, ...(await listOtherLines(personId))];
    const linesOf = Map.groupBy(lines, ({ runId }) => runId.toHexString());
    const runs = await imports
      .find({ _id: { $in: [...linesOf.keys()] } }, { kind: 1, fileName: 1 })
      .lean<ImportDocument[]>();
    for (const run of runs) {
      const { _id, kind, fileName } = run;
      const naming = NAMING[kind] ?? [];
      const texts = (linesOf.get(_id.toHexString()) ?? []).flatMap(({ values }) =>
        IMPORT_FIELDS[kind].flatMap(({ name }, index) =>
          naming.includes(name) ? (values[index] ?? []) : [],
        ),
      );
      // A fixed value applies to all lines, so it also describes the person.
      const fixed = Object.fromEntries(naming.map((field) => [`fixed.${field}`, '']));
      if (naming.length > 0) await update({ _id }, { $unset: fixed });
      const isMentioned = texts.some((text) => mentions(fileName, text));
      if (isMentioned || (LISTING.includes(kind) && (await isOnlyAbout(_id, personId))))
        await redactName(run);
    }
  };
};
