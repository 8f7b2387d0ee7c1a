import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_IMPORT_PART_BYTES, type ImportKind, type ImportRun } from '@qr-attendance/contracts';
import { createCalls, someone, type TestUser } from '@qr-attendance/test-kit';

const WORKING = ['reading', 'previewing', 'rechecking', 'applying', 'undoing'];

const ASK_EVERY_MS = 500;

const fileOf = (kind: ImportKind): string => `${kind === 'timetable' ? 'class-times' : kind}.csv`;

export const createImportClient = (url: string, tokenFor: (person: TestUser) => string) => {
  const admin = someone('ADMIN');
  const { must } = createCalls(url);
  const ask = <Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> =>
    must(method, path, { token: tokenFor(admin), body, headers: { 'x-requested-with': 'qr-attendance' } });
  const get = (id: string) => ask<ImportRun>('GET', `/api/imports/${id}`);
  /** The maximum wait is long, because an import of a whole campus takes up to an hour. */
  const settle = async (id: string): Promise<ImportRun> => {
    let run = await get(id);
    for (; WORKING.includes(run.state); run = await get(id)) await pause(ASK_EVERY_MS);
    if (run.failure) throw new Error(`the import is ${run.state}: ${run.failure.reason}`);
    return run;
  };

  const upload = async (kind: ImportKind, content: Buffer): Promise<ImportRun> => {
    const details = { kind, fileName: `${kind}.csv`, bytes: content.length };
    const { _id } = await ask<ImportRun>('POST', '/api/imports', details);
    for (let index = 0; index * MAX_IMPORT_PART_BYTES < content.length; index += 1) {
      const part = content.subarray(index * MAX_IMPORT_PART_BYTES, (index + 1) * MAX_IMPORT_PART_BYTES);
      await ask('PUT', `/api/imports/${_id}/parts/${index}`, { data: part.toString('base64') });
    }
    await ask<ImportRun>('POST', `/api/imports/${_id}/uploaded`);
    return settle(_id);
  };
  const preview = async (kind: ImportKind, content: Buffer): Promise<ImportRun> => {
    const { _id, mapping } = await upload(kind, content);
    await ask('POST', `/api/imports/${_id}/preview`, { mapping });
    return settle(_id);
  };
  const confirm = ({ _id, changesToConfirm }: ImportRun) =>
    ask<ImportRun>('POST', `/api/imports/${_id}/confirm`, { changes: changesToConfirm });

  return {
    get,
    settle,
    preview,
    confirm,
    read: (folder: string, kind: ImportKind): Promise<Buffer> => readFile(`${folder}/${fileOf(kind)}`),
    apply: async (kind: ImportKind, content: Buffer): Promise<ImportRun> => {
      const run = await preview(kind, content);
      await confirm(run);
      return settle(run._id);
    },
    undo: async ({ _id }: ImportRun): Promise<ImportRun> => {
      await ask('POST', `/api/imports/${_id}/undo`);
      return settle(_id);
    },
  };
};
export type ImportClient = ReturnType<typeof createImportClient>;
