// cspell:disable
import { randomUUID } from 'node:crypto';
import { MAX_IMPORT_PART_BYTES, type ImportKind, type ImportRun, type Term } from '@qr-attendance/contracts';
import type { Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import writeExcelFile from 'write-excel-file/node';
import { createImporter, type Importer } from './support/imports.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let admin: Person;
let office: Importer;
beforeAll(async () => {
  world = await startWorld([]);
  admin = world.people.admin();
  office = createImporter(() => world.url(), admin);
});
afterAll(() => world.close());

const idOf = (text: string) => `${text}-${randomUUID().slice(0, 8)}`;
const terms = async () => (await office.ask<Term[]>('GET', '/api/terms?limit=500')).body;
const daysOf = async (id: string) => {
  const term = (await terms()).find(({ externalId }) => externalId === id);
  return term && [term.name, term.firstDay, term.lastDay];
};
const errorsOf = async ({ _id }: ImportRun): Promise<string> => {
  const answer = await fetch(`${world.url()}/api/imports/${_id}/errors`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  return answer.text();
};

describe('dates in a file', () => {
  it('are read in the formats of campus systems, and an error lists accepted formats', async () => {
    const ids = ['A', 'B', 'C', 'D', 'E', 'F'].map(idOf);
    const [bad] = [idOf('BAD')];
    const run = await office.apply(
      'terms',
      `id,name,firstDay,lastDay
${ids[0]},${ids[0]},28/09/2026,18/12/2026
${ids[1]},${ids[1]},20260928,20261218
${ids[2]},${ids[2]},28-SEP-2026,18-DEC-2026
${ids[3]},${ids[3]},2026-09-28 00:00:00.000,2026-12-18 00:00:00.000
${ids[4]},${ids[4]},2026-09-28T00:00:00,2026-12-18T00:00:00
${ids[5]},${ids[5]},28.9.2026,18.12.2026
${bad},${bad},31.02.2026,18.12.2026
`,
    );
    expect(run).toMatchObject({ applied: { added: 6, error: 1 }, dayOrder: 'DMY' });
    for (const id of ids) expect(await daysOf(id)).toEqual([id, '2026-09-28', '2026-12-18']);
    expect(run.examples).toContainEqual({
      outcome: 'error',
      line: 8,
      problem: 'not_a_day',
      field: 'firstDay',
      values: [bad, bad, '31.02.2026', '18.12.2026', ''],
    });
    expect(await errorsOf(run)).toContain('“31.02.2026” is not a day. Accepted are 2026-09-28');
  });

  it('are rejected until their order is chosen if slashes make them ambiguous', async () => {
    const id = idOf('T');
    const file = `id,name,firstDay,lastDay\n${id},${id},03/04/2026,05/06/2026\n`;
    const asked = await office.preview('terms', file);
    expect(asked).toMatchObject({
      preview: { added: 0, error: 1 },
      reading: { days: [null, null, 'ambiguous', 'ambiguous'] },
    });
    expect(asked.examples?.[0]).toMatchObject({ problem: 'ambiguous_day', field: 'firstDay' });
    await office.act(asked._id, 'preview', { mapping: asked.mapping, dayOrder: 'MDY' });
    expect(await office.settle(asked._id)).toMatchObject({ preview: { added: 1 }, dayOrder: 'MDY' });
    await office.act(asked._id, 'confirm', {});
    await office.settle(asked._id);
    expect(await daysOf(id)).toEqual([id, '2026-03-04', '2026-05-06']);
  });
});

describe('a file', () => {
  const file = (id: string) => `id;name;firstDay;lastDay\r\n${id};Frühling ñ ${id};28.09.2026;18.12.2026\r\n`;
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

  it.each<[string, (text: string) => Buffer, string]>([
    ['Windows-1252', latin, 'windows-1252'],
    ['UTF-16 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', utf16be, 'utf-16be'],
    ['UTF-8', (text) => Buffer.from(text), 'utf-8'],
  ])('can be in %s, and its encoding is reported', async (_what, encode, encoding) => {
    const id = idOf('T');
    const run = await office.apply('terms', encode(file(id)));
    expect(run).toMatchObject({ applied: { added: 1 }, reading: { encoding } });
    expect(await daysOf(id)).toEqual([`Frühling ñ ${id}`, '2026-09-28', '2026-12-18']);
  });

  it('is converted as a whole if several parts have another encoding', async () => {
    const ids = Array.from({ length: 150 }, () => idOf('T'));
    // The last column is not imported.
    const lines = ids.map((id) => `${id};Ä ${id};28.09.2026;18.12.2026;${'ö'.repeat(1_500)}`);
    const file = latin(`id;name;firstDay;lastDay;note\r\n${lines.join('\r\n')}`);
    expect(file.length).toBeGreaterThan(MAX_IMPORT_PART_BYTES);
    const run = await office.preview('terms', file);
    expect(run).toMatchObject({ preview: { added: ids.length, error: 0 } });
    await office.ask('DELETE', `/api/imports/${run._id}`);
  });

  it('may have lines before its header, which can be chosen', async () => {
    const id = idOf('T');
    const content = `Semesterliste;;;\nStand: heute;;;\n\nid;name;firstDay;lastDay\n${id};Titel;28.09.2026;18.12.2026\n;;;\nSumme;1;;\n`;
    const { body: run } = await office.upload('terms', content);
    expect(run).toMatchObject({
      header: ['id', 'name', 'firstDay', 'lastDay'],
      reading: { headerLine: 4, skipped: { count: 1, examples: [{ line: 7, reason: 'total' }] } },
    });
    const other = await office.ask<ImportRun>('PUT', `/api/imports/${run._id}/header`, { line: 2 });
    expect(other.body).toMatchObject({
      header: ['Stand: heute', '', '', ''],
      mapping: {},
      reading: { headerLine: 2 },
    });
    await office.ask('PUT', `/api/imports/${run._id}/header`, { line: 4 });
    await office.act(run._id, 'preview', { mapping: run.mapping });
    expect(await office.settle(run._id)).toMatchObject({ preview: { added: 1, error: 0 } });
  });

  it('may declare its separator in a “sep=” line, and may have empty rows', async () => {
    const id = idOf('T');
    const run = await office.apply(
      'terms',
      `sep=|\nid|name|firstDay|lastDay|||\n${id}|a,b;c|28.09.2026|18.12.2026\n||||||\n||||||\n`,
    );
    expect(run).toMatchObject({ applied: { added: 1, error: 0 } });
    expect(await daysOf(id)).toEqual(['a,b;c', '2026-09-28', '2026-12-18']);
  });

  it('may have one value for all lines instead of a column', async () => {
    const id = idOf('T');
    const { body: run } = await office.upload('terms', `id,name,firstDay\n${id},${id},2026-09-28\n`);
    const mapping = { ...run.mapping };
    expect((await office.act(run._id, 'preview', { mapping })).status).toBe(400);
    await office.act(run._id, 'preview', { mapping, fixed: { lastDay: '18.12.2026' } });
    expect(await office.settle(run._id)).toMatchObject({
      preview: { added: 1 },
      fixed: { lastDay: '18.12.2026' },
    });
  });

  it('may have values whose meaning an administrator chooses once', async () => {
    const [one, other] = [idOf('U'), idOf('U')];
    const content = (id: string) => `id,kind,name\n${id},Zentrum,${id}\n`;
    const { body: run } = await office.upload('units', content(one));
    const { mapping } = run;
    await office.act(run._id, 'preview', { mapping });
    const refused = await office.settle(run._id);
    expect(refused.examples?.[0]).toMatchObject({ problem: 'not_a_choice', field: 'kind' });
    expect(await errorsOf(refused)).toContain(
      '“Zentrum” has no meaning yet. Accepted are institution, faculty',
    );
    expect(
      (await office.act(run._id, 'preview', { mapping, values: { kind: { Zentrum: 'x' } } })).status,
    ).toBe(400);
    await office.act(run._id, 'preview', { mapping, values: { kind: { Zentrum: 'faculty' } } });
    expect(await office.settle(run._id)).toMatchObject({ preview: { added: 1 } });
    expect((await office.upload('units', content(other))).body.values).toEqual({
      kind: { zentrum: 'faculty' },
    });
  });

  it('may be an Excel workbook', async () => {
    const id = idOf('T');
    const day = (value: string) => ({ value: new Date(value), type: Date, format: 'dd.mm.yyyy' });
    const rows = [
      [{ value: 'id' }, { value: 'name' }, { value: 'firstDay' }, { value: 'lastDay' }],
      [{ value: id }, { value: 'Arbeits\nmappe' }, day('2026-09-28'), { value: 46374 }],
      [{ value: '#NAME?' }, { value: 'x' }, day('2026-09-28'), day('2026-12-18')],
    ];
    const run = await office.apply('terms', await writeExcelFile(rows as never).toBuffer());
    expect(run).toMatchObject({ applied: { added: 1, error: 1 }, reading: { encoding: 'workbook' } });
    expect(run.examples).toContainEqual(
      expect.objectContaining({ line: 3, problem: 'formula_error', field: 'id' }),
    );
    expect(await daysOf(id)).toEqual(['Arbeits mappe', '2026-09-28', '2026-12-18']);
  });

  it.each<[string, Buffer, string, ImportKind]>([
    [
      'OpenDocument',
      Buffer.from(
        '504b0304' +
          '00'.repeat(26) +
          Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet').toString('hex'),
        'hex',
      ),
      'open_document',
      'terms',
    ],
    ['PDF', Buffer.from('%PDF-1.7'), 'not_text', 'terms'],
  ])('is rejected with advice if it is %s', async (_what, content, code, kind) => {
    const { status, body } = await office.upload(kind, content);
    expect([status, body.code]).toEqual([422, code]);
    expect(body.error).toContain('Save it as “CSV UTF-8” or as an Excel workbook (.xlsx)');
  });
});
