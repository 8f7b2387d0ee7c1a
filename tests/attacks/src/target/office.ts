import { MAX_IMPORT_PART_BYTES, type ImportRun } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { createAdmin } from './create-admin.ts';
import type { Target } from './start-target.ts';

const WORKING = ['previewing', 'rechecking', 'applying'];

export const createOffice = async (target: Target) => {
  const admin = await createAdmin(target.system, target);
  const { token } = admin;
  const ask = (method: string, path: string, body?: unknown) =>
    target.call<ImportRun>(method, `/api/imports${path}`, { token, body });
  const begin = async (kind: string, bytes: number) =>
    (await ask('POST', '', { kind, fileName: 'file.csv', bytes })).body;
  const put = (id: string, index: number, part: Buffer) =>
    ask('PUT', `/${id}/parts/${index}`, { data: part.toString('base64') });
  const settle = (id: string): Promise<ImportRun> =>
    eventually(async () => {
      const { body } = await ask('GET', `/${id}`);
      if (WORKING.includes(body.state)) throw new Error(`still ${body.state}`);
      return body;
    });
  const preview = async (kind: string, text: string): Promise<ImportRun> => {
    const file = Buffer.from(text);
    const { _id } = await begin(kind, file.length);
    for (let index = 0; index * MAX_IMPORT_PART_BYTES < file.length; index += 1)
      await put(
        _id,
        index,
        file.subarray(index * MAX_IMPORT_PART_BYTES, (index + 1) * MAX_IMPORT_PART_BYTES),
      );
    const { body } = await ask('POST', `/${_id}/uploaded`);
    await ask('POST', `/${_id}/preview`, { mapping: body.mapping });
    return settle(_id);
  };
  const confirm = async ({ _id }: ImportRun, changes?: number): Promise<ImportRun> => {
    await ask('POST', `/${_id}/confirm`, changes === undefined ? {} : { changes });
    return settle(_id);
  };
  const errorsOf = async ({ _id }: ImportRun): Promise<string> => {
    const { body } = await target.call<{ text: string }>('GET', `/api/imports/${_id}/errors`, { token });
    return body.text;
  };
  return { admin, begin, put, preview, confirm, errorsOf };
};
