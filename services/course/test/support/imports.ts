import { MAX_IMPORT_PART_BYTES, type ImportKind, type ImportRun } from '@qr-attendance/contracts';
import { call, eventually, type Answer, type Person } from '@qr-attendance/test-kit';
import mongoose, { type Connection } from 'mongoose';

export type RefusalBody = { code?: string; error?: string; details?: Record<string, unknown> };
type Ask = <Body>(method: string, path: string, body?: unknown) => Promise<Answer<Body>>;

/** Imports files like an administrator in the browser. */
export const createImporter = (url: () => string, admin: Pick<Person, 'token'>) => {
  const ask: Ask = (method, path, body) => call(url(), method, path, { token: admin.token, body });
  const get = async (id: string) => (await ask<ImportRun>('GET', `/api/imports/${id}`)).body;
  const act = (id: string, action: string, body?: unknown) =>
    ask<ImportRun & RefusalBody>('POST', `/api/imports/${id}/${action}`, body);

  const putPart = (id: string, index: number, bytes: Buffer) =>
    ask<RefusalBody>('PUT', `/api/imports/${id}/parts/${index}`, { data: bytes.toString('base64') });

  const begin = (kind: ImportKind, bytes: number, source?: string) =>
    ask<ImportRun & RefusalBody>('POST', '/api/imports', {
      kind,
      fileName: `${kind}.csv`,
      bytes,
      ...(source !== undefined && { source }),
    });

  const upload = async (kind: ImportKind, content: string | Buffer, source?: string) => {
    const file = Buffer.from(content);
    const { body: run } = await begin(kind, file.length, source);
    for (let start = 0, index = 0; start < file.length; start += MAX_IMPORT_PART_BYTES, index += 1)
      await putPart(run._id, index, file.subarray(start, start + MAX_IMPORT_PART_BYTES));
    return act(run._id, 'uploaded');
  };

  const settle = async (id: string): Promise<ImportRun> => {
    const run = await eventually(async () => {
      const current = await get(id);
      if (['reading', 'previewing', 'rechecking', 'applying', 'undoing'].includes(current.state))
        throw new Error(`still ${current.state}`);
      return current;
    });
    if (!run.state) throw new Error(`no import: ${JSON.stringify(run)}`);
    return run;
  };

  /** @param more the choices of the preview, and the source of the file */
  const preview = async (
    kind: ImportKind,
    content: string | Buffer,
    { source, ...more }: { source?: string; complete?: boolean; [choice: string]: unknown } = {},
  ) => {
    const { body: run } = await upload(kind, content, source);
    await act(run._id, 'preview', { mapping: run.mapping, ...more });
    return settle(run._id);
  };
  const apply = async (
    kind: ImportKind,
    content: string | Buffer,
    more: Parameters<typeof preview>[2] = {},
  ) => {
    const run = await preview(kind, content, more);
    await act(run._id, 'confirm', { changes: run.changesToConfirm });
    return settle(run._id);
  };
  const undo = async (id: string) => {
    await act(id, 'undo');
    return settle(id);
  };
  return { ask, get, act, begin, putPart, upload, settle, preview, apply, undo };
};
export type Importer = ReturnType<typeof createImporter>;

/**
 * Reads a previewed run.
 * @returns a function that stores the run again as if its process was killed after the owner had answered, and before
 * its batch was recorded as finished
 */
export const rememberRun = async (database: Connection, id: string) => {
  const runId = new mongoose.Types.ObjectId(id);
  const [imports, parts] = [database.collection('imports'), database.collection('importparts')];
  const [document, bytes] = [await imports.findOne({ _id: runId }), await parts.find({ runId }).toArray()];
  return async (applied: ImportRun['applied']): Promise<void> => {
    const place = { phase: 'lines', position: document?.['start'] };
    const begun = { place, counts: applied, at: new Date() };
    const job = { ...place, counts: { ...applied, added: 0, changed: 0 }, begun };
    await parts.insertMany(bytes);
    await imports.updateOne(
      { _id: runId },
      { $set: { state: 'applying', writing: 'writing', job }, $unset: { lease: '' } },
    );
  };
};
