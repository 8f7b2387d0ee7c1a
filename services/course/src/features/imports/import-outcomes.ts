import type { Model } from 'mongoose';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportOutcomesDocument } from '../../db/import-outcome-model.ts';
import type { ShownOutcomes } from './shown-outcomes.ts';

type Run = Pick<ImportDocument, '_id' | 'expiresAt'>;

export const createImportOutcomes = (model: Model<ImportOutcomesDocument>) => {
  const idOf = ({ _id }: Run, check: number, order: number): string =>
    `${_id.toHexString()} ${check} ${order}`;
  return {
    keepOutcomes: async (run: Run, check: number, order: number, shown: ShownOutcomes): Promise<void> => {
      const fields = { runId: run._id, check, ...shown, expiresAt: run.expiresAt };
      await model.updateOne({ _id: idOf(run, check, order) }, { $set: fields }, { upsert: true });
    },
    findOutcomes: async (run: Run, check: number, order: number): Promise<ShownOutcomes | undefined> =>
      (await model.findById(idOf(run, check, order)).lean<ImportOutcomesDocument>()) ?? undefined,
    /** @param check the number of the preview whose outcomes are kept; by default none */
    removeOutcomesBesides: async ({ _id: runId }: Pick<Run, '_id'>, check?: number): Promise<void> => {
      await model.deleteMany({ runId, ...(check !== undefined && { check: { $ne: check } }) });
    },
  };
};
