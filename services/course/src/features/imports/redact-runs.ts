import type { ImportKind } from '@qr-attendance/contracts';
import type { QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { ImportBatchDocument } from '../../db/import-batch-model.ts';
import type { ImportErrorDocument } from '../../db/import-error-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { createRedactFiles, type FileModels } from './redact-files.ts';
import { NO_SINGLE_KEY } from './written-lines.ts';

/** Removes a person from what runs show about their lines (rule 11 of statements). */
export const createRedactRuns = (models: FileModels) => {
  const { imports, importBatches, importErrors } = models;
  const redactFiles = createRedactFiles(models);
  const update = (filter: object, change: object) =>
    imports.updateMany(filter as QueryFilter<ImportDocument>, change as UpdateQuery<ImportDocument>);

  /** Labels are stored without keys, so all labels of a run are removed. */
  const removeLabels = async (runIds: unknown[]): Promise<void> => {
    const ofRuns = { _id: { $in: runIds } };
    await update({ ...ofRuns, kept: { $exists: true } }, { $set: { 'kept.examples': [] } });
    await update({ ...ofRuns, undo: { $exists: true } }, { $set: { 'undo.keptExamples': [] } });
  };

  const removeExamples = async (which: object, of: object = {}): Promise<void> => {
    for (const list of ['examples', 'outdated.examples'])
      await update({ ...of, [list]: { $elemMatch: which } }, { $pull: { [list]: which } });
  };

  const removeAnswers = async (personId: string, keys: string[]): Promise<void> => {
    const answered = await imports
      .find({ answers: { $exists: true } } as QueryFilter<ImportDocument>, { answers: 1 })
      .lean<ImportDocument[]>();
    for (const { _id, answers = {} } of answered) {
      const lines = Object.keys(answers).filter(
        (line) => answers[line]?.person === personId || keys.includes(answers[line]?.key ?? ''),
      );
      const $unset = Object.fromEntries(lines.map((line) => [`answers.${line}`, '']));
      if (lines.length > 0) await update({ _id }, { $unset });
    }
  };

  return {
    /** Can be repeated until the batches of the runs no longer contain the person. */
    redactAbout: async (personId: string): Promise<void> => {
      const batches = await importBatches
        .find({ 'people.id': personId }, { runId: 1, people: 1, kept: 1, pastKept: 1, lines: 1 })
        .lean<ImportBatchDocument[]>();
      const kinds = await imports
        .find({ _id: { $in: batches.map(({ runId }) => runId) } }, { kind: 1 })
        .lean<ImportDocument[]>();
      const kindOf = new Map(kinds.map(({ _id, kind }) => [_id.toHexString(), kind]));
      const keysIn = ({ people }: ImportBatchDocument): string[] =>
        people.flatMap(({ id, key }) => (id === personId && key !== NO_SINGLE_KEY ? key : []));
      const linesAbout = (batch: ImportBatchDocument): { runId: Types.ObjectId; values: string[] }[] => {
        const { runId, lines = [] } = batch;
        const keys = new Set(keysIn(batch));
        const about = lines.filter(({ about: person, key }) => person === personId || keys.has(key));
        return [{ runId, values: [] }, ...about.map(({ values }) => ({ runId, values }))];
      };
      const keysOf = (kind: ImportKind): string[] =>
        batches.filter(({ runId }) => kindOf.get(runId.toHexString()) === kind).flatMap(keysIn);

      await redactFiles(personId, batches.flatMap(linesAbout));
      await removeExamples({ about: personId });
      for (const kind of new Set(kindOf.values()))
        await removeExamples({ key: { $in: keysOf(kind) } }, { kind });
      await removeAnswers(personId, keysOf('people'));
      const named = batches.filter((batch) => {
        const labeled = new Set([...batch.kept, ...(batch.pastKept ?? [])]);
        return keysIn(batch).some((key) => labeled.has(key));
      });
      await removeLabels(named.map(({ runId }) => runId));
      // The errors themselves are kept: a complete file ends nothing if fewer errors are listed than counted.
      await importErrors.updateMany({ about: personId }, {
        $set: { values: [] },
        $unset: { cells: '', meant: '', samePerson: '', isPending: '', about: '' },
      } as UpdateQuery<ImportErrorDocument>);
    },
  };
};
