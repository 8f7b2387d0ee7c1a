import { MAX_IMPORT_PART_BYTES, type ImportState } from '@qr-attendance/contracts';
import { isDuplicateKey, toUpdate } from '@qr-attendance/server/mongo';
import { FILES } from '@qr-attendance/statements';
import { type QueryFilter, Types } from 'mongoose';
import type { ImportColumnsDocument, ImportDocument } from '../../db/import-models.ts';
import type { Models } from '../../db/models.ts';
import type { ImportBatchDocument, ImportedLine } from '../../db/import-batch-model.ts';
import { createImportErrors } from './import-errors.ts';
import { createImportOutcomes } from './import-outcomes.ts';
import { createImportedBatches } from './imported-batches.ts';
import { createRedactRuns } from './redact-runs.ts';

type ImportModels = Pick<
  Models,
  | 'imports'
  | 'importParts'
  | 'importErrors'
  | 'importBatches'
  | 'importColumns'
  | 'importOutcomes'
  | 'importOpenLines'
>;
type RememberedChoices = Omit<ImportColumnsDocument, '_id'>;

/** States in which a job works on the run in the background. */
const WORKING: readonly ImportState[] = ['previewing', 'rechecking', 'applying', 'undoing'];
const READING: readonly ImportState[] = ['reading'];
/** The file of an applied run is deleted. */
const WITHOUT_FILE: readonly ImportState[] = ['done', 'undoing', 'undone'];
/** Index from which parts of the converted text are stored, after the uploaded parts. */
const FIRST_TEXT_PART = 10_000;
const UPLOADED = { $lt: FIRST_TEXT_PART };
/** Another process takes over a run after this time without progress. */
const LEASE_MS = 6_000;
const RUN_ID = /^[0-9a-f]{24}$/;
/** Maximum number of undone batches in the history of an object. */
const MAX_UNDONE = 20;

/** The default source keeps the ids of earlier releases. */
const idOfChoices = ({ kind, source = FILES }: Pick<ImportDocument, 'kind' | 'source'>): string =>
  source === FILES ? kind : `${kind} ${source}`;

export const createImportRuns = (
  models: ImportModels,
  { clock, processId }: { clock: () => Date; processId: string },
) => {
  const { imports, importParts, importErrors, importBatches, importColumns, importOutcomes } = models;
  const leaseUntil = () => new Date(clock().getTime() + LEASE_MS);
  const putPart = async (run: ImportDocument, index: number, data: Buffer): Promise<void> => {
    const { _id: runId, expiresAt } = run;
    await importParts.updateOne(
      { _id: `${runId.toHexString()}-${index}` },
      { $set: { runId, index, data, expiresAt } },
      { upsert: true },
    );
  };

  return {
    create: async (
      details: Pick<ImportDocument, 'kind' | 'source' | 'fileName' | 'bytes' | 'by' | 'expiresAt'>,
    ): Promise<ImportDocument> => {
      const run = {
        _id: new Types.ObjectId(),
        ...details,
        createdAt: clock(),
        state: 'uploading' as const,
        complete: false,
        examples: [],
        problemCount: 0,
      };
      await imports.create(run as never);
      return run;
    },
    find: async (id: string): Promise<ImportDocument | undefined> =>
      (await imports.findById(id).lean<ImportDocument>()) ?? undefined,
    /** Omits runs that have expired. */
    findMany: (ids: string[]): Promise<ImportDocument[]> =>
      imports
        .find({ _id: { $in: ids.filter((id) => RUN_ID.test(id)) } }, { fileName: 1, state: 1, by: 1 })
        .lean<ImportDocument[]>(),
    /** The undone runs of a kind that changed an object with one of these keys, with their lines about it. */
    findUndone: async (kind: string, keys: string[]): Promise<{ runId: string; lines: ImportedLine[] }[]> => {
      const batches = await importBatches
        .find({ undoneKeys: { $in: keys } }, { runId: 1, lines: 1 })
        .sort({ _id: -1 })
        .limit(MAX_UNDONE)
        .lean<ImportBatchDocument[]>();
      const runs = await imports
        .find({ _id: { $in: batches.map(({ runId }) => runId) }, kind } as QueryFilter<ImportDocument>, {
          _id: 1,
        })
        .lean();
      const ofKind = new Set(runs.map(({ _id }) => _id.toHexString()));
      return batches
        .map(({ runId, lines = [] }) => ({
          runId: runId.toHexString(),
          lines: lines.filter(({ key }) => keys.includes(key)),
        }))
        .filter(({ runId, lines }) => ofKind.has(runId) && lines.length > 0);
    },
    /** Newest first. */
    list: (limit: number, before?: string): Promise<ImportDocument[]> =>
      imports
        .find(before ? { _id: { $lt: before } } : {})
        .sort({ _id: -1 })
        .limit(limit)
        .lean<ImportDocument[]>(),
    countStoredBytes: async (): Promise<number> => {
      const [sum] = await imports.aggregate<{ bytes: number }>([
        { $match: { state: { $nin: WITHOUT_FILE } } },
        { $group: { _id: null, bytes: { $sum: { $ifNull: ['$textBytes', '$bytes'] } } } },
      ]);
      return sum?.bytes ?? 0;
    },
    /**
     * Changes a run that is in one of these states.
     * @returns undefined if it is in another state, and `busy` if another run is writing
     */
    change: async (
      { _id }: Pick<ImportDocument, '_id'>,
      from: readonly ImportState[],
      fields: Partial<ImportDocument>,
    ): Promise<ImportDocument | 'busy' | undefined> => {
      try {
        const filter = { _id, state: { $in: from } } as QueryFilter<ImportDocument>;
        const changed = await imports
          .findOneAndUpdate(filter, toUpdate(fields), { returnDocument: 'after' })
          .lean<ImportDocument>();
        return changed ?? undefined;
      } catch (error) {
        if (isDuplicateKey(error)) return 'busy';
        throw error;
      }
    },
    remove: async (
      { _id: runId }: Pick<ImportDocument, '_id'>,
      from: readonly ImportState[],
    ): Promise<boolean> => {
      const filter = { _id: runId, state: { $in: from } } as QueryFilter<ImportDocument>;
      const { deletedCount } = await imports.deleteOne(filter);
      if (deletedCount === 0) return false;
      await Promise.all([
        importParts.deleteMany({ runId }),
        importErrors.deleteMany({ runId }),
        importOutcomes.deleteMany({ runId }),
      ]);
      return true;
    },

    putPart,
    countParts: ({ _id: runId }: Pick<ImportDocument, '_id'>): Promise<number> =>
      importParts.countDocuments({ runId, index: UPLOADED }),
    putTextPart: (run: ImportDocument, index: number, data: Buffer): Promise<void> =>
      putPart(run, FIRST_TEXT_PART + index, data),
    async *readBytes(
      { _id: runId, bytes: uploadedBytes, textBytes }: Pick<ImportDocument, '_id' | 'bytes' | 'textBytes'>,
      from: number,
    ): AsyncGenerator<Buffer> {
      const end = Math.ceil((textBytes ?? uploadedBytes) / MAX_IMPORT_PART_BYTES);
      const first = textBytes === undefined ? 0 : FIRST_TEXT_PART;
      for (let index = Math.floor(from / MAX_IMPORT_PART_BYTES); index < end; index += 1) {
        const part = await importParts.findById(`${runId.toHexString()}-${first + index}`).lean();
        if (!part) return;
        const bytes = Buffer.from((part.data as unknown as { buffer: Uint8Array }).buffer);
        const skipped = from - index * MAX_IMPORT_PART_BYTES;
        yield skipped > 0 ? bytes.subarray(skipped) : bytes;
      }
    },
    /** @param parts `uploaded` removes only the original of a converted file */
    removeFile: async ({ _id: runId }: ImportDocument, parts: 'all' | 'uploaded' = 'all'): Promise<void> => {
      await importParts.deleteMany({ runId, ...(parts === 'uploaded' && { index: UPLOADED }) });
    },

    lease: async (job: 'reading' | 'lines' = 'lines'): Promise<ImportDocument | undefined> => {
      const filter = {
        state: { $in: job === 'reading' ? READING : WORKING },
        $or: [{ lease: { $exists: false } }, { 'lease.by': processId }, { 'lease.until': { $lt: clock() } }],
      } as QueryFilter<ImportDocument>;
      const found = await imports
        .findOneAndUpdate(
          filter,
          { $set: { lease: { by: processId, until: leaseUntil() } } },
          { sort: { _id: 1 }, returnDocument: 'after' },
        )
        .lean<ImportDocument>();
      return found ?? undefined;
    },
    /** Releases the runs of this process at its shutdown, so that other processes take over at once. */
    release: async (): Promise<void> => {
      await imports.updateMany({ 'lease.by': processId } as QueryFilter<ImportDocument>, {
        $unset: { lease: '' },
      });
    },
    /** @returns whether this process still has the lease */
    progress: async (
      { _id, state }: Pick<ImportDocument, '_id' | 'state'>,
      fields: Partial<ImportDocument>,
    ): Promise<boolean> => {
      const done = fields.state !== undefined && ![...WORKING, ...READING].includes(fields.state);
      const lease = done ? undefined : { by: processId, until: leaseUntil() };
      const { matchedCount } = await imports.updateOne(
        { _id, state, 'lease.by': processId } as QueryFilter<ImportDocument>,
        toUpdate({ ...fields, lease } as Partial<ImportDocument>),
      );
      return matchedCount > 0;
    },

    ...createImportErrors(importErrors),
    ...createImportedBatches(importBatches),
    ...createImportOutcomes(importOutcomes),
    ...createRedactRuns(models),

    rememberedChoices: async (file: Pick<ImportDocument, 'kind' | 'source'>): Promise<RememberedChoices> =>
      (await importColumns.findById(idOfChoices(file)).lean()) ?? { columns: {} },
    rememberChoices: async (
      file: Pick<ImportDocument, 'kind' | 'source'>,
      choices: RememberedChoices,
    ): Promise<void> => {
      await importColumns.updateOne({ _id: idOfChoices(file) }, { $set: choices }, { upsert: true });
    },
  };
};
export type ImportRuns = ReturnType<typeof createImportRuns>;
