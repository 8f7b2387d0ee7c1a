import { randomUUID } from 'node:crypto';
import type { ImportRun } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import type { CreateRequest } from './ask.ts';
import type { Campus } from './campus.ts';

interface File {
  kind: string;
  text: string;
}
const unitFile = (): File => ({
  kind: 'units',
  text: `id,kind,name\n${randomUUID()},faculty,${randomUUID()}\n`,
});
const personFile = (address: string): File => ({
  kind: 'people',
  text: `person,name,email,role\n${randomUUID()},Rosa Rostered,${address},student\n`,
});

type Step = 'uploading' | 'uploaded' | 'previewed' | 'done';

const importAt = async (
  { people, admin }: Campus,
  step: Step,
  { kind, text }: File = unitFile(),
): Promise<{ params: { id: string } }> => {
  const must = (method: string, path: string, body?: unknown) =>
    people.must<ImportRun>(method, path, { token: admin.token, body });
  const file = Buffer.from(text);
  const details = { kind, fileName: 'list.csv', bytes: file.length };
  const { _id: id } = await must('POST', '/api/imports', details);
  const params = { id };
  if (step === 'uploading') return { params };
  await must('PUT', `/api/imports/${id}/parts/0`, { data: file.toString('base64') });
  const { mapping } = await must('POST', `/api/imports/${id}/uploaded`);
  if (step === 'uploaded') return { params };
  const reach = (state: Step) =>
    eventually(async () => {
      const run = await must('GET', `/api/imports/${id}`);
      if (run.state !== state) throw new Error(`The import is ${run.state}.`);
    });
  await must('POST', `/api/imports/${id}/preview`, { mapping });
  await reach('previewed');
  if (step === 'previewed') return { params };
  await must('POST', `/api/imports/${id}/confirm`, {});
  await reach('done');
  return { params };
};

const askSamePerson = async (campus: Campus): Promise<{ params: { id: string } }> => {
  const { people, admin } = campus;
  const address = `${randomUUID()}@campus.example`;
  const { id } = (await importAt(campus, 'done', personFile(address))).params;
  await people.must('POST', `/api/imports/${id}/undo`, { token: admin.token });
  await eventually(async () => {
    const run = await people.must<ImportRun>('GET', `/api/imports/${id}`, { token: admin.token });
    if (run.state !== 'undone') throw new Error(`The import is ${run.state}.`);
  });
  return importAt(campus, 'previewed', personFile(address));
};

const at =
  (step: Step, body?: unknown): CreateRequest =>
  async (campus) => ({ ...(await importAt(campus, step)), ...(body !== undefined && { body }) });

export const askAboutImports: Record<string, CreateRequest> = {
  'POST /api/imports': () => ({ body: { kind: 'units', fileName: 'units.csv', bytes: 100 } }),
  'GET /api/imports/:id': at('uploading'),
  'PUT /api/imports/:id/parts/:index': async (campus) => {
    const { params } = await importAt(campus, 'uploading');
    return {
      params: { ...params, index: '0' },
      body: { data: Buffer.from(unitFile().text).toString('base64') },
    };
  },
  'POST /api/imports/:id/uploaded': at('uploaded'),
  'PUT /api/imports/:id/header': at('uploaded', { line: 1 }),
  'POST /api/imports/:id/preview': at('uploaded', { mapping: { id: 0, kind: 1, name: 2 } }),
  'PUT /api/imports/:id/answers/:line': async (campus) => {
    const { params } = await askSamePerson(campus);
    return { params: { ...params, line: '2' }, body: { answer: 'same_person' } };
  },
  'POST /api/imports/:id/confirm': at('previewed', {}),
  'POST /api/imports/:id/stop': at('previewed'),
  'GET /api/imports/:id/undo': at('done'),
  'POST /api/imports/:id/undo': at('done'),
  'GET /api/imports/:id/errors': at('previewed'),
  'GET /api/imports/:id/changes': at('done'),
  'GET /api/imports/:id/erased': at('previewed'),
  'GET /api/imports/templates/:kind': () => ({ params: { kind: 'people' } }),
  'GET /api/imports/open-lines': () => ({ query: { kind: 'people', state: 'pending' } }),
  // No open line has this id.
  'POST /api/imports/open-lines/offers': () => ({ body: { ids: ['pending units x'] } }),
  'GET /api/imports/history': async (campus) => {
    const { params } = await importAt(campus, 'done');
    const { people, admin } = campus;
    const run = await people.must<ImportRun>('GET', `/api/imports/${params['id']}`, { token: admin.token });
    return { query: { kind: 'units', key: run.examples?.[0]?.key ?? '' } };
  },
  'DELETE /api/imports/:id': at('uploaded'),
};
