import type { Model } from 'mongoose';
import type { ImportErrorDocument } from '../../db/import-error-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { insertNew } from './insert-new.ts';

export type NewError = Omit<ImportErrorDocument, '_id' | 'runId' | 'expiresAt'>;

export const createImportErrors = (importErrors: Model<ImportErrorDocument>) => ({
  removeErrors: async ({ _id: runId }: Pick<ImportDocument, '_id'>): Promise<void> => {
    await importErrors.deleteMany({ runId });
  },
  /** Ignores errors that a repeated batch has already added. */
  addErrors: async ({ _id: runId, expiresAt }: ImportDocument, errors: NewError[]): Promise<void> => {
    await insertNew(
      importErrors,
      errors.map((error) => ({
        _id: `${runId.toHexString()}-${error.line}-${error.problem}`,
        runId,
        expiresAt,
        ...error,
      })),
    );
  },
  readErrors: ({ _id: runId }: Pick<ImportDocument, '_id'>): AsyncIterable<ImportErrorDocument> =>
    importErrors.find({ runId }).sort({ line: 1 }).lean<ImportErrorDocument[]>().cursor(),

  listSamePeople: ({ _id: runId }: Pick<ImportDocument, '_id'>): Promise<ImportErrorDocument[]> =>
    importErrors.find({ runId, problem: 'same_person' }).sort({ line: 1 }).lean<ImportErrorDocument[]>(),
  /** Line numbers of stored errors. Only a limited number is stored. */
  listErrorLines: async ({ _id: runId }: Pick<ImportDocument, '_id'>): Promise<number[]> =>
    (await importErrors.find({ runId }, { line: 1 }).lean()).map(({ line }) => line),
  listErased: (
    { _id: runId }: Pick<ImportDocument, '_id'>,
    limit: number,
    after: number,
  ): Promise<ImportErrorDocument[]> =>
    importErrors
      .find({ runId, problem: 'erased', line: { $gt: after } })
      .sort({ line: 1 })
      .limit(limit)
      .lean<ImportErrorDocument[]>(),
});
