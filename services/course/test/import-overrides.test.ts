import type { ImportUndoPreview, Term } from '@qr-attendance/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course']);
});
afterAll(() => office.close());

const fileOf = (lines: [id: string, name: string][]) =>
  csv(
    'id,name,starts,ends',
    lines.map(([id, name]) => [id, name, '2030-01-01', '2030-05-01']),
  );
const findTerm = async (externalId: string): Promise<Term> => {
  const { body } = await office.ask<Term[]>('GET', '/api/terms?limit=100');
  return body.find((term) => term.externalId === externalId) as Term;
};
const rename = async (externalId: string, name: string) => {
  const { _id, firstDay, lastDay, breaks, version } = await findTerm(externalId);
  const body = { name, externalId, firstDay, lastDay, breaks, version };
  expect((await office.ask('PUT', `/api/terms/${_id}`, body)).status).toBe(200);
};

it('rule 2: a preview lists fields whose local changes it would override, and they can be kept', async () => {
  const [changed, other] = [newId(), newId()];
  await office.apply(
    'terms',
    fileOf([
      [changed, `${changed} old`],
      [other, other],
    ]),
  );
  const local = `${changed} local`;
  await rename(changed, local);
  const file = fileOf([
    [changed, `${changed} new`],
    [other, `${other} new`],
  ]);
  const run = await office.preview('terms', file);
  expect(run).toMatchObject({
    preview: { changed: 2 },
    overrides: { count: 1, examples: [{ line: 2, fields: ['name'] }] },
  });
  await office.act(run._id, 'confirm', { changes: run.changesToConfirm, keepLocalChanges: true });
  expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: { changed: 1 } });
  expect((await findTerm(changed)).name).toBe(local);
  expect((await findTerm(other)).name).toBe(`${other} new`);

  // A declined value is offered again only when it changes.
  const again = await office.apply('terms', file);
  expect(again).toMatchObject({ applied: { unchanged: 2 } });
  expect(again.overrides).toBeUndefined();
  expect((await findTerm(changed)).name).toBe(local);
  await office.apply('terms', fileOf([[changed, `${changed} newest`]]));
  expect((await findTerm(changed)).name).toBe(`${changed} newest`);
});

it('the effects of an undo are counted in advance without changing anything', async () => {
  const [removed, kept, restored] = [newId(), newId(), newId()];
  await office.apply('terms', fileOf([[restored, restored]]));
  const run = await office.apply(
    'terms',
    fileOf([
      [removed, removed],
      [kept, kept],
      [restored, `${restored} new`],
    ]),
  );
  await rename(kept, `${kept} local`);
  const { body } = await office.ask<ImportUndoPreview>('GET', `/api/imports/${run._id}/undo`);
  expect(body).toEqual({ removed: 1, restored: 1, kept: 1, isPartial: false });
  expect(await findTerm(removed)).toMatchObject({ name: removed });
  expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 2, kept: 1 } });
  expect(await findTerm(removed)).toBeUndefined();
  expect(await findTerm(restored)).toMatchObject({ name: restored });
});
