import { MAX_IMPORT_PART_BYTES } from '@qr-attendance/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { COURSE_SETTINGS, dialog, openArea, press } from './support/open-area.tsx';
import { IMPORT_ID as ID, importCounts as counts, importRun as runOf } from './support/samples.ts';

afterEach(cleanup);

const ONE = `GET /api/imports/${ID}`;
const LIST = 'GET /api/imports';

describe('a new import', () => {
  test('uploads the file in parts and shows its columns', async () => {
    const bytes = MAX_IMPORT_PART_BYTES + 3;
    const run = runOf({ bytes, state: 'uploading' });
    const PART = (index: number) => `PUT /api/imports/${ID}/parts/${index}`;
    const server = openArea('/admin/imports', {
      [LIST]: answer([]),
      'POST /api/imports': answer(run),
      [PART(0)]: answer(undefined, 204),
      [PART(1)]: answer(undefined, 204),
      [`POST /api/imports/${ID}/uploaded`]: answer(runOf({ bytes })),
      [ONE]: answer(runOf({ bytes })),
    });
    await userEvent.selectOptions(await screen.findByLabelText('What the file contains'), 'Memberships');
    const file = new File([new Uint8Array(bytes).fill(97)], 'members.csv');
    await userEvent.upload(screen.getByLabelText('Choose a CSV or Excel file', { selector: 'input' }), file);
    expect(await screen.findByRole('heading', { name: 'Columns of the file' })).toBeTruthy();
    expect(server.bodiesOf('POST /api/imports')).toEqual([
      { kind: 'memberships', fileName: 'members.csv', bytes },
    ]);
    expect(server.bodiesOf(PART(1))).toEqual([{ data: 'YWFh' }]);
    expect(screen.getByLabelText('address').textContent).toBe(`/admin/imports/${ID}`);
  });
});

describe('a new import at a campus with several source systems', () => {
  const file = new File(['a'], 'members.csv');
  const choose = () =>
    userEvent.upload(screen.getByLabelText('Choose a CSV or Excel file', { selector: 'input' }), file);

  test('asks for the source system, and sends nothing before the choice', async () => {
    const server = openArea('/admin/imports', {
      [LIST]: answer([]),
      [COURSE_SETTINGS]: answer({
        newCourseEnrollment: 'OPEN',
        importMaxChangedPercent: 20,
        importRetentionDays: 30,
        importSources: ['registry', 'hr'],
      }),
      'POST /api/imports': answer(runOf({ state: 'uploading', source: 'hr' })),
      [`PUT /api/imports/${ID}/parts/0`]: answer(undefined, 204),
      [`POST /api/imports/${ID}/uploaded`]: answer(runOf({ source: 'hr' })),
      [ONE]: answer(runOf({ source: 'hr' })),
    });
    const system = await screen.findByLabelText('Where the file comes from');
    await choose();
    expect((await screen.findByRole('alert')).textContent).toContain('Choose the system');
    expect(server.bodiesOf('POST /api/imports')).toEqual([]);
    await userEvent.selectOptions(system, 'hr');
    await choose();
    expect(await screen.findByRole('heading', { name: 'Columns of the file' })).toBeTruthy();
    expect(server.bodiesOf('POST /api/imports')).toMatchObject([{ source: 'hr' }]);
    expect(screen.getByText(/from hr/u)).toBeTruthy();
  });

  test('shows that the source systems could not be loaded', async () => {
    openArea('/admin/imports', { [LIST]: answer([]), [COURSE_SETTINGS]: refusal(403, 'Not for you.') });
    expect((await screen.findByRole('alert')).textContent).toBe('Not for you.');
  });
});

describe('an import', () => {
  test('is previewed once each required field has a column', async () => {
    const PREVIEW = `POST /api/imports/${ID}/preview`;
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(runOf()),
      [PREVIEW]: answer(runOf({ state: 'previewing', progress: 10 })),
    });
    expect(await screen.findByText('Choose a column or a value for: ID of the person')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Check the file' })).toHaveProperty('disabled', true);
    await userEvent.selectOptions(screen.getByLabelText('ID of the person'), 'Student (q1)');
    await userEvent.click(screen.getByLabelText(/^leave: the file is complete/));
    server.give(ONE, answer(runOf({ state: 'previewing', progress: 10 })));
    await press('Check the file');
    expect(await screen.findByRole('progressbar', { name: 'Checking' })).toHaveProperty('value', 10);
    expect(server.bodiesOf(PREVIEW)).toEqual([{ mapping: { section: 0, person: 1 }, complete: true }]);
  });

  test('asks for what the file leaves open: the date order, a value for all lines, and the meaning of values', async () => {
    const PREVIEW = `POST /api/imports/${ID}/preview`;
    const reading = {
      encoding: 'windows-1252',
      headerLine: 2,
      beginning: [
        {
          line: 1,
          cells: ['Liste'],
        },
        {
          line: 2,
          cells: ['Person', 'Kind', 'From'],
        },
      ],
      skipped: {
        count: 1,
        examples: [
          {
            line: 9,
            reason: 'total',
          },
        ],
      },
      invisible: {
        count: 1,
        examples: [
          {
            line: 4,
            characters: ['U+200F'],
          },
        ],
      },
      days: [null, null, 'ambiguous'],
      values: [null, ['Chef'], null],
    };
    const run = runOf({
      kind: 'staff',
      header: ['Person', 'Kind', 'From'],
      firstLines: [['q1', 'Chef', '03/04/2031']],
      reading,
      mapping: {
        person: 0,
        role: 1,
        firstDay: 2,
      },
    });
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(run),
      [PREVIEW]: answer(runOf({ state: 'previewing', progress: 10 })),
      [`PUT /api/imports/${ID}/header`]: answer(run),
    });
    expect(await screen.findByText('The file is not in UTF-8')).toBeTruthy();
    expect(screen.getByText('Line 9: a total')).toBeTruthy();
    expect(screen.getByText('Line 4: U+200F')).toBeTruthy();
    await userEvent.selectOptions(
      screen.getByLabelText('Line with the names of the columns'),
      'Line 1: Liste',
    );
    expect(server.bodiesOf(`PUT /api/imports/${ID}/header`)).toEqual([{ line: 1 }]);
    await userEvent.selectOptions(screen.getByLabelText('Scope'), 'The same for all lines');
    await userEvent.type(screen.getByLabelText('Value of all lines: Scope'), 'unit');
    await userEvent.selectOptions(
      screen.getByLabelText('ID of unit, course or section'),
      'The same for all lines',
    );
    await userEvent.type(screen.getByLabelText('Value of all lines: ID of unit, course or section'), 'U1');
    await userEvent.selectOptions(screen.getByLabelText('Chef'), 'Program administrator');
    expect(screen.getByRole('button', { name: 'Check the file' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByLabelText('the day first: 3 April 2026'));
    await press('Check the file');
    expect(server.bodiesOf(PREVIEW)).toEqual([
      {
        mapping: {
          person: 0,
          role: 1,
          firstDay: 2,
        },
        fixed: {
          scope: 'unit',
          scopeId: 'U1',
        },
        values: { role: { chef: 'program-administrator' } },
        dayOrder: 'DMY',
        complete: false,
      },
    ]);
  });

  test('lists the lines that differ from an outdated preview, and confirms the new one by its number', async () => {
    const CONFIRM = `POST /api/imports/${ID}/confirm`;
    const examples = [
      { line: 4, label: 'Rosa Rostered, CS101', was: 'added', now: 'unchanged' },
      { line: 0, label: 'Ada Lovelace, CS101', was: 'ended', now: 'error', problem: 'conflict' },
    ];
    const run = runOf({
      state: 'previewed',
      preview: counts({ added: 1 }),
      check: 2,
      outdated: {
        count: 3,
        examples,
      },
    });
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(run),
      [CONFIRM]: answer(runOf({ state: 'rechecking', progress: 0, preview: counts({ added: 1 }) })),
    });
    expect(
      await screen.findByText('Something changed here since this preview was shown. Nothing was imported.'),
    ).toBeTruthy();
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(
      expect.arrayContaining([
        'Line 4: Rosa Rostered, CS101: Added → Unchanged',
        'Ada Lovelace, CS101: Ended → The name is taken, or was changed at the same time',
        'and 1 other line',
      ]),
    );
    server.give(ONE, answer(runOf({ state: 'rechecking', progress: 0 })));
    await press('Import 1 change');
    expect(await screen.findByRole('progressbar', { name: 'Checking again' })).toBeTruthy();
    expect(server.bodiesOf(CONFIRM)).toEqual([{ check: 2 }]);
  });

  test('shows both records of a line that may be about a withdrawn person, and sends the choice', async () => {
    const ANSWER = `PUT /api/imports/${ID}/answers/2`;
    const pair = {
      line: 2,
      values: ['n1', 'Rosa Rostered', 'rosa@campus.example', 'student', '1AB21'],
      withdrawn: {
        name: 'Rosa Old',
        email: 'rosa@campus.example',
        institutionId: 'o1',
      },
    };
    const samePeople = { count: 1, answered: 0, pairs: [pair] };
    const people = { kind: 'people', state: 'previewed' } as const;
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(runOf({ ...people, preview: counts({ waiting: 1 }), samePeople })),
      [ANSWER]: refusal(503, 'Please try again in a moment.'),
    });
    expect(await screen.findByText('Same person? 1 line waits for your answer')).toBeTruthy();
    const rows = screen
      .getAllByRole('row')
      .map((row) => row.textContent)
      .filter((text) => text?.startsWith('In the file') || text?.startsWith('Withdrawn'));
    expect(rows).toEqual([
      'In the filen1Rosa Rosteredrosa@campus.example1AB21',
      'Withdrawno1Rosa Oldrosa@campus.example–',
    ]);
    await press('Line 2: Same person');
    expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
    const answered = { count: 1, answered: 1, pairs: [{ ...pair, answer: 'same_person' }] };
    const after = runOf({ ...people, preview: counts({ added: 1 }), samePeople: answered });
    server.give(ANSWER, answer(after));
    server.give(ONE, answer(after));
    await press('Line 2: Same person');
    expect(await screen.findByRole('button', { name: 'Import 1 change' })).toBeTruthy();
    expect(server.bodiesOf(ANSWER)).toEqual([{ answer: 'same_person' }, { answer: 'same_person' }]);
    expect(screen.getByRole('button', { name: 'Line 2: Same person' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  test('lists lines whose class overlaps another or lasts too long, and offers them as a download', async () => {
    const examples = [
      { line: 9, warning: 'long_class', longClass: { start: '10:30', end: '09:00', hours: 22.5 } },
      { line: 1_234, warning: 'room_taken', otherLine: 5 },
      { line: 7, warning: 'teacher_taken', otherCourse: 'CS201' },
    ];
    openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(
        runOf({
          kind: 'timetable',
          state: 'previewed',
          preview: counts({ added: 2 }),
          warnings: {
            count: 3,
            examples,
          },
        }),
      ),
    });
    expect(await screen.findByText('3 warnings. Their lines are imported anyway.')).toBeTruthy();
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(
      expect.arrayContaining([
        'Line 1,234: the room has another class at the same time (Line 5)',
        'Line 7: the teacher has another class at the same time (CS201)',
        'Line 9: 10:30 to 09:00 is a class of 22.5 hours. Reversed?',
      ]),
    );
    expect(screen.getByRole('button', { name: 'Errors and warnings (CSV)' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Import 2 changes' })).toBeTruthy();
  });

  test('shows how many students stay in the course although a complete file lacks them, and why', async () => {
    openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(
        runOf({
          state: 'done',
          complete: true,
          notEnded: 1200,
          applied: counts({
            unchanged: 7,
            unmatched: 1,
          }),
        }),
      ),
    });
    expect(
      await screen.findByText('1,200 students are missing from the file and stay in the course'),
    ).toBeTruthy();
    expect(screen.getByText(/^A line that cannot be imported may be about one of them/)).toBeTruthy();
  });

  test('requires a confirmation of its number of changes if the number exceeds the limit', async () => {
    const CONFIRM = `POST /api/imports/${ID}/confirm`;
    const preview = counts({ added: 3, ended: 1_200, unmatched: 1 });
    const run = runOf({
      state: 'previewed',
      preview,
      changesToConfirm: 1200,
      examples: [
        {
          outcome: 'unmatched',
          line: 7,
          values: ['S9', 'q1', ''],
          problem: 'unknown_section',
        },
      ],
    });
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(run),
      [CONFIRM]: answer(runOf({ state: 'applying', progress: 0, applied: counts() })),
    });
    expect(await screen.findByText('No section has this ID')).toBeTruthy();
    const apply = screen.getByRole('button', { name: 'Import 1,203 changes' });
    expect(apply).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByLabelText('Yes, change or end 1,200 rows'));
    server.give(ONE, answer(runOf({ state: 'applying', progress: 0, applied: counts() })));
    await userEvent.click(apply);
    expect(await screen.findByRole('progressbar', { name: 'Importing' })).toBeTruthy();
    expect(server.bodiesOf(CONFIRM)).toEqual([{ changes: 1_200 }]);
  });

  test('lists lines that override local changes, and can leave these values out', async () => {
    const CONFIRM = `POST /api/imports/${ID}/confirm`;
    const overrides = { count: 12, examples: [{ line: 1_234, fields: ['began', 'ended'] }] };
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(runOf({ state: 'previewed', preview: counts({ changed: 20 }), overrides })),
      [CONFIRM]: answer(runOf({ state: 'applying', progress: 0, applied: counts() })),
    });
    expect(
      await screen.findByText('12 lines change something that was changed here since the last file.'),
    ).toBeTruthy();
    expect(screen.getByText('Line 1,234: Began on, Ended on')).toBeTruthy();
    await userEvent.click(
      screen.getByLabelText('Keep what was changed here, and leave these values of the file out'),
    );
    await press('Import 20 changes');
    expect(server.bodiesOf(CONFIRM)).toEqual([{ keepLocalChanges: true }]);
  });

  test('is undone after a confirmation, and lists what could not be undone', async () => {
    const UNDO = `POST /api/imports/${ID}/undo`;
    const done = runOf({ state: 'done', applied: counts({ changed: 2 }) });
    const undone = runOf({
      state: 'undone',
      applied: counts({ changed: 2 }),
      undo: {
        restored: 1,
        kept: 1,
        keptExamples: ['F-1'],
      },
    });
    const server = openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(done),
      [UNDO]: answer(undone),
      [`GET /api/imports/${ID}/undo`]: answer({
        removed: 1200,
        restored: 1,
        kept: 2,
        isPartial: true,
      }),
    });
    await press('Undo the import');
    expect(await dialog().findByText('1,200 objects that it began end or are deleted')).toBeTruthy();
    expect(dialog().getByText('1 object gets its former values')).toBeTruthy();
    expect(
      dialog().getByText('2 objects stay as they are, because somebody has changed them since'),
    ).toBeTruthy();
    expect(dialog().getByText('Only the last part of this large import was counted.')).toBeTruthy();
    server.give(ONE, answer(undone));
    await userEvent.click(dialog().getByRole('button', { name: 'Undo the import' }));
    expect(await screen.findByText('1 object is as before.')).toBeTruthy();
    expect(screen.getByText('F-1')).toBeTruthy();
    expect(server.sentTo(UNDO)).toHaveLength(1);
  });

  test('shows that another import is being applied, and can be retried', async () => {
    const error = 'Another import is being applied or undone. Try again when it has finished.';
    openArea(`/admin/imports/${ID}`, {
      [ONE]: answer(runOf({ state: 'previewed', preview: counts({ added: 3 }) })),
      [`POST /api/imports/${ID}/confirm`]: refusal(409, error, { code: 'import_running' }),
    });
    await press('Import 3 changes');
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Import 3 changes' })).toBeTruthy();
  });
});
