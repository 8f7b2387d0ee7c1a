import {
  IMPORT_FIELDS,
  MAX_IMPORT_PART_BYTES,
  importKindSchema,
  type ImportRun,
} from '@qr-attendance/contracts';
import { readWorkbook } from '@qr-attendance/tables/workbook';
import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'session']);
});
afterAll(() => office.close());

const download = async (path: string) => {
  const answer = await fetch(`${office.services.urls.course}/api/imports/${path}`, {
    headers: { authorization: `Bearer ${office.token}` },
  });
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: await answer.bytes() };
};
const readRows = async (path: string): Promise<string[][]> => {
  const { status, bytes } = await download(path);
  expect(status).toBe(200);
  const workbook = await readWorkbook(bytes);
  return 'rows' in workbook ? workbook.rows : [];
};
const textOf = async (path: string) => new TextDecoder().decode((await download(path)).bytes);
const terms = (lines: [id: string, name: string][]) =>
  csv(
    'id,name,starts,ends',
    lines.map(([id, name]) => [id, name, '2031-01-01', '2031-05-01']),
  );

describe('a template', () => {
  it.each(importKindSchema.options)('has column names that the import recognizes: %s', async (kind) => {
    const names = IMPORT_FIELDS[kind].map(({ name }) => name);
    const text = await textOf(`templates/${kind}`);
    expect(text.trim().replaceAll(/["\uFEFF]/g, '')).toBe(names.join(','));
    const [header] = await readRows(`templates/${kind}?format=xlsx`);
    expect(header).toEqual(names);
    const { body: run } = await office.upload(kind, `${names.join(',')}\n`);
    expect(run.mapping).toEqual(Object.fromEntries(names.map((name, index) => [name, index])));
  });

  it('does not exist for an unknown kind or format', async () => {
    expect((await download('templates/planets')).status).toBe(400);
    expect((await download('templates/people?format=pdf')).status).toBe(400);
  });
});

describe('an error report as a workbook', () => {
  it('keeps leading zeros and contains no formulas', async () => {
    const run = await office.preview('units', 'id,kind,name\n0012,planet,=1+1\n');
    const rows = await readRows(`${run._id}/errors?format=xlsx`);
    expect(rows[0]).toEqual(['line', 'problem', 'field', 'id', 'kind', 'name']);
    expect(rows[1]).toEqual(['2', expect.stringContaining('planet'), 'kind', '0012', 'planet', '=1+1']);
  });

  it('has all columns and cells of the file, even those that are not imported', async () => {
    const run = await office.apply(
      'timetable',
      'Section;Remark;Weekday;Start;End;Capacity\n007;"  as it was  ";Mo-Fr;9 Uhr;10.30;\n',
    );
    expect(run).toMatchObject({ state: 'done', applied: { unmatched: 5 } });
    const rows = await readRows(`${run._id}/errors?format=xlsx`);
    expect(rows).toEqual([
      ['line', 'problem', 'field', 'Section', 'Remark', 'Weekday', 'Start', 'End', 'Capacity'],
      ['2', expect.any(String), 'Section', '007', '  as it was  ', 'Mo-Fr', '9 Uhr', '10.30', ''],
    ]);
    // The corrected file is read like the first one.
    const { mapping } = (await office.upload('timetable', await textOf(`${run._id}/errors`))).body;
    expect(mapping).toEqual({ section: 3, weekday: 5, start: 6, end: 7 });
  });
});

describe('rule 18: the list of all changes of an import', () => {
  it('contains values before and after, errors, and the number of unchanged lines', async () => {
    const [added, changed, same, bad] = [newId(), newId(), newId(), newId()];
    await office.apply(
      'terms',
      terms([
        [changed, `${changed} old`],
        [same, same],
      ]),
    );
    const file = terms([
      [added, `=${added}`],
      [changed, `${changed} new`],
      [same, same],
    ]);
    const run = await office.apply('terms', `${file}\n${bad},${bad},2031-01-01,not a day`);
    const rows = await readRows(`${run._id}/changes?format=xlsx`);
    expect(rows).toEqual([
      ['line', 'result', 'changed field', 'before', 'after', 'reason', 'id', 'name', 'firstDay', 'lastDay'],
      ['2', 'added', '', '', '', '', added, `=${added}`, '2031-01-01', '2031-05-01'],
      [
        '3',
        'changed',
        'name',
        `${changed} old`,
        `${changed} new`,
        '',
        changed,
        `${changed} new`,
        '2031-01-01',
        '2031-05-01',
      ],
      [
        '5',
        'error',
        'lastDay',
        '',
        '',
        expect.stringContaining('is not a day'),
        bad,
        bad,
        '2031-01-01',
        'not a day',
      ],
      ['', 'unchanged', '', '', '', '1 lines', '', '', '', ''],
    ]);
    const text = await textOf(`${run._id}/changes`);
    expect(text).toContain(`"'=${added}"`);
    expect(text).toContain(`"${changed} old","${changed} new"`);
  });

  it('contains students whose membership ended, and pending lines', async () => {
    const [one, other] = await office.importPeople('student', 2);
    const { course, ids } = await office.importCourse(1);
    const section = ids[0] ?? '';
    const file = (people: string[]) =>
      csv(
        'section,person',
        people.map((person) => [section, person]),
      );
    await office.apply('memberships', file([one?.id ?? '', other?.id ?? '']));
    const unknown = newId();
    const run = await office.apply('memberships', file([one?.id ?? '', unknown]), { complete: true });
    expect(run.applied).toMatchObject({ unmatched: 1 });
    const whole = await office.apply('memberships', file([one?.id ?? '']), { complete: true });
    expect(whole.applied).toMatchObject({ ended: 1 });
    expect(await textOf(`${run._id}/changes`)).toMatch(/"pending","person".*"No person has this ID/);
    const text = await textOf(`${whole._id}/changes`);
    expect(text).toContain(`"","ended","","","","","Person ${other?.id}, ${course}"`);
    expect(await textOf(`${whole._id}/changes`)).not.toContain(other?.user);
  });

  it('is a CSV file above 20,000 rows', async () => {
    const run = await office.apply('units', csv('id,kind,name', [[newId(), 'faculty', newId()]]));
    const line = (index: number) => ({ line: index, key: 'x', outcome: 'added', values: ['x'], changed: [] });
    const batches = office.database.collection('importbatches');
    const runId = (await batches.findOne({ _id: `${run._id} 1` } as object))?.['runId'] as object;
    for (let order = 0; order < 21; order += 1)
      await batches.insertOne({
        _id: `${run._id} more ${order}`,
        runId,
        order: order + 10,
        lines: Array.from({ length: 1e3 }, (_line, index) => line(order * 1e3 + index)),
      } as object);
    const refused = await download(`${run._id}/changes?format=xlsx`);
    expect(refused.status).toBe(422);
    expect(new TextDecoder().decode(refused.bytes)).toContain('Download the list as CSV');
    expect((await textOf(`${run._id}/changes`)).split('\n').length).toBeGreaterThan(21_000);
  });
});

describe('a large file', () => {
  const large = (first: string) => {
    const lines = Array.from({ length: 6_000 }, (_line, index) => `L${index},${'ö'.repeat(400)}`);
    return `section,person\n${first}\n${lines.join('\n')}\n`;
  };
  const uploadParts = async (file: Buffer) => {
    const { body: run } = await office.begin('memberships', file.length);
    for (let index = 0; index * MAX_IMPORT_PART_BYTES < file.length; index += 1)
      await office.putPart(
        run._id,
        index,
        file.subarray(index * MAX_IMPORT_PART_BYTES, (index + 1) * MAX_IMPORT_PART_BYTES),
      );
    return run;
  };

  it('is read in the background, with progress, and completing the upload twice is harmless', async () => {
    const run = await uploadParts(Buffer.from(large('\u200FS1,q1'), 'utf16le').subarray(0));
    const { status, body } = await office.act(run._id, 'uploaded');
    expect([status, body.state]).toEqual([200, 'reading']);
    expect(body.progress).toEqual(expect.any(Number));
    expect((await office.act(run._id, 'uploaded')).status).toBe(200);
    const failed = await office.settle(run._id);
    expect(failed).toMatchObject({ state: 'failed', failure: { reason: 'not_text' } });
    expect((await office.ask('DELETE', `/api/imports/${run._id}`)).status).toBe(204);
  });

  it('is read like a small one in other encodings, and its header line can be chosen', async () => {
    const run = await uploadParts(Buffer.from(`\uFEFF${large('S1,\u200Fq1')}`, 'utf16le'));
    await office.act(run._id, 'uploaded');
    const read = await office.settle(run._id);
    expect(read).toMatchObject({
      state: 'uploaded',
      header: ['section', 'person'],
      mapping: {
        section: 0,
        person: 1,
      },
      reading: {
        encoding: 'utf-16le',
        invisible: {
          count: 1,
          examples: [{ line: 2 }],
        },
      },
    });
    expect((await office.act(run._id, 'uploaded')).body).toMatchObject({ state: 'uploaded' });
    const chosen = await office.ask<ImportRun>('PUT', `/api/imports/${run._id}/header`, { line: 2 });
    expect(chosen.body.state).toBe('reading');
    expect(await office.settle(run._id)).toMatchObject({ state: 'uploaded', header: ['S1', 'q1'] });
    expect((await office.ask('DELETE', `/api/imports/${run._id}`)).status).toBe(204);
  });

  it('can be stopped while it is read, and completed later', async () => {
    const run = await uploadParts(Buffer.from(`\uFEFF${large('S1,q1')}`, 'utf16le'));
    await office.act(run._id, 'uploaded');
    await office.act(run._id, 'stop');
    const stopped = await office.settle(run._id);
    expect(['uploading', 'uploaded']).toContain(stopped.state);
    await office.act(run._id, 'uploaded');
    await eventually(async () => expect((await office.get(run._id)).state).toBe('uploaded'));
  });
});
