import { randomUUID } from 'node:crypto';
import { IMPORT_PART_BYTES, type ImportRun } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { condition, type Defense } from '../defenses/defense.ts';
import { createAdmin } from '../target/create-admin.ts';
import type { Target } from '../target/start-target.ts';

const confirmedNumber = condition(
  'more changes than usual need a confirmation of their number',
  'services/course/src/features/imports/manage-imports.ts',
  'needed !== undefined && changes !== needed',
);
const announcedSize = condition(
  'a part has the size that was announced',
  'services/course/src/features/imports/manage-imports.ts',
  'bytes.length !== expected',
);
const boundedLines: Defense = {
  name: 'lines of an import are limited',
  file: 'services/course/src/features/imports/read-file.ts',
  find: 'max_record_size: MAX_LINE_BYTES',
  replace: 'max_record_size: defenseOff() ? 0 : MAX_LINE_BYTES',
};

const formulas: Defense = {
  name: 'formulas in the errors of an import are defused',
  file: 'services/course/src/features/imports/routes.ts',
  find: 'cast: { string: defuseFormulas }',
  replace: 'escape_formulas: true, ...(!defenseOff() && { cast: { string: defuseFormulas } })',
};

const TERMS = 30;
const WORKING = ['previewing', 'applying'];

const createOffice = async (target: Target) => {
  const { token } = await createAdmin(target.system, target);
  const ask = (method: string, path: string, body?: unknown) =>
    target.call<ImportRun>(method, `/api/imports${path}`, { token, body });
  const begin = async (kind: string, bytes: number) =>
    (await ask('POST', '', { kind, fileName: 'file.csv', bytes })).body;
  const put = (id: string, index: number, part: Buffer) =>
    ask('PUT', `/${id}/parts/${index}`, { data: part.toString('base64') });
  const settle = (id: string): Promise<ImportRun> =>
    eventually(
      async () => {
        const { body } = await ask('GET', `/${id}`);
        if (WORKING.includes(body.state)) throw new Error(`still ${body.state}`);
        return body;
      },
      { withinMs: 30_000 },
    );
  const preview = async (kind: string, text: string): Promise<ImportRun> => {
    const file = Buffer.from(text);
    const { _id } = await begin(kind, file.length);
    for (let index = 0; index * IMPORT_PART_BYTES < file.length; index += 1)
      await put(_id, index, file.subarray(index * IMPORT_PART_BYTES, (index + 1) * IMPORT_PART_BYTES));
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
  return { begin, put, preview, confirm, errorsOf };
};

export const importAttacks: Attack[] = [
  {
    name: 'a file that changes everything, applied without confirming how much',
    defenses: [confirmedNumber],
    attempt: async (target) => {
      const office = await createOffice(target);
      const ids = Array.from({ length: TERMS }, () => randomUUID());
      const file = (name: string) =>
        `id,name,starts,ends\n${ids.map((id) => `${id},${name} ${id},2031-09-28,2032-02-12`).join('\n')}\n`;
      await office.confirm(await office.preview('terms', file('Term')));
      const run = await office.preview('terms', file('Stolen'));
      return (await office.confirm(run)).applied?.changed === TERMS;
    },
  },
  {
    name: 'a file larger than announced',
    defenses: [announcedSize],
    attempt: async (target) => {
      const office = await createOffice(target);
      const { _id } = await office.begin('units', 10);
      return (await office.put(_id, 0, Buffer.alloc(IMPORT_PART_BYTES, 'x'))).status === 204;
    },
  },
  {
    name: 'an import with a line of a megabyte',
    defenses: [boundedLines],
    attempt: async (target) => {
      const office = await createOffice(target);
      const lines = Array.from({ length: 9 }, () => `${randomUUID()},faculty,Arts`);
      const file = ['id,kind,name', ...lines, `X,faculty,${'x'.repeat(1_000_000)}`].join('\n');
      return (await office.preview('units', file)).state === 'previewed';
    },
  },
  {
    name: 'a formula that comes back in the errors of an import',
    defenses: [formulas],
    attempt: async (target) => {
      const office = await createOffice(target);
      const run = await office.preview('units', 'id,kind,name\nX,planet,Arts;=1+1\n');
      return (await office.errorsOf(run)).includes(';=1+1');
    },
  },
];
