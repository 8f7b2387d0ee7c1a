import { afterEach, describe, expect, test } from '@jest/globals';
import { MAX_ROSTER_LINES, routes, type Course, type InputOf } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { linesOf, readRoster, writeProblems } from '../src/features/course/roster-file.ts';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, markOf, openDefaults } from './samples.ts';

afterEach(cleanup);

const ADD = callOf(routes.course.addStudents);
const INVITE = callOf(routes.course.inviteStudents);
const { student } = markOf(1);
const counts = { present: 0, late: 0, absent: 0, excused: 0, attendancePercentage: null };
const outcomesOf = (...outcomes: string[]) => answer({ outcomes });

const start = (answers: Record<string, Answers> = {}, course: Course = algorithms) => {
  const server = fakeApi({
    [callOf(routes.course.getCourse)]: answer(course),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.attendance.listStudentRates)]: answer([
      { student: { ...student, registered: false }, ...counts },
    ]),
    [callOf(routes.course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
    [callOf(routes.course.listStaff)]: answer({ staff: [], changes: [] }),
    [callOf(routes.course.listFormerStudents)]: answer([]),
    [callOf(routes.course.listEnrollmentRequests)]: answer([]),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/courses/:courseId" element={<CoursePage />} />
    </Routes>,
    `/courses/${id}`,
  );
  return server;
};
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
const chooseFile = async (content: string | Uint8Array<ArrayBuffer>) => {
  const file = new File([content], 'students.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('Choose a CSV or Excel file, or drop it here'), file);
};

describe('adding students', () => {
  test('takes three clicks with a file: open, choose, add', async () => {
    const { bodiesOf } = start({
      [ADD]: [outcomesOf('added', 'created', 'present'), outcomesOf('added', 'created', 'present')],
    });
    await press('Add students');
    await chooseFile(
      'Matriculation No;Given name;Surname;E-mail\nQ-1;Grace;Hopper;grace@campus.example\n' +
        'Q-2;Alan;Turing;alan@campus.example\nQ-3;Ada;Lovelace;\n',
    );
    await press('Add 2 students');
    await waitFor(() => expect(bodiesOf(ADD)).toHaveLength(2));
    const lines = [
      { person: 'Q-1', name: 'Grace Hopper', email: 'grace@campus.example' },
      { person: 'Q-2', name: 'Alan Turing', email: 'alan@campus.example' },
      { person: 'Q-3', name: 'Ada Lovelace' },
    ];
    expect(bodiesOf(ADD)).toEqual([
      { lines, preview: true, invite: false },
      { lines, preview: false, invite: true },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('lists the invisible characters that it removes, and their lines', async () => {
    start({ [ADD]: outcomesOf('added', 'added') });
    await press('Add students');
    await chooseFile('id,name\nQ-1,\u200FGrace\nQ-2,Alan\nQ-3,Ada\u200B Lovelace\u00AD\n');
    expect(await screen.findByText('2 lines had invisible characters, which are removed')).toBeTruthy();
    expect(screen.getByText('Line 2: U+200F; Line 4: U+200B, U+00AD')).toBeTruthy();
  });

  test('previews the result of each pasted line before anything is saved', async () => {
    const { bodiesOf } = start({ [ADD]: outcomesOf('added', 'unknown') });
    await press('Add students');
    fireEvent.change(screen.getByLabelText('Or enter students, one per line or separated by commas'), {
      target: { value: 'grace@campus.example\nnobody@campus.example\n' },
    });
    await press('Check');
    const dialog = within(await screen.findByRole('dialog', { hidden: true }));
    expect(await dialog.findByText('1 to add · 1 unknown')).toBeTruthy();
    expect(dialog.getByText(/^Unknown\. To add the person/)).toBeTruthy();
    expect(bodiesOf(ADD)).toEqual([
      {
        lines: [
          { person: 'grace@campus.example', email: 'grace@campus.example' },
          { person: 'nobody@campus.example', email: 'nobody@campus.example' },
        ],
        preview: true,
        invite: false,
      },
    ]);
    expect(dialog.getByRole('button', { name: 'Download lines with problems', hidden: true })).toBeTruthy();
    // The choice to email links is shown only if people are created.
    await press('Add 1 student');
    await waitFor(() => expect(bodiesOf(ADD)).toHaveLength(2));
    expect(bodiesOf(ADD).at(-1)).toMatchObject({ preview: false, invite: false });
  });

  test('previews a pasted list with several addresses per line and an invalid first line', async () => {
    const { bodiesOf } = start({ [ADD]: outcomesOf('unknown', 'added', 'created', 'added', 'created') });
    await press('Add students');
    const box = screen.getByLabelText<HTMLTextAreaElement>(
      'Or enter students, one per line or separated by commas',
    );
    fireEvent.change(box, {
      target: {
        value: `Students\n${box.placeholder}\nada@campus.example, Emmy <emmy@campus.example>\n1.23457E+11\n`,
      },
    });
    await press('Check');
    const dialog = within(await screen.findByRole('dialog', { hidden: true }));
    expect(
      await dialog.findByText('2 to add · 2 to add without an account · 1 unknown · 1 changed by Excel'),
    ).toBeTruthy();
    expect(bodiesOf(ADD)).toMatchObject([
      {
        lines: [
          { person: 'Students' },
          { person: 'grace@campus.example', email: 'grace@campus.example' },
          { person: 'Q-1024', name: 'Alan Turing', email: 'alan@campus.example' },
          { person: 'ada@campus.example', email: 'ada@campus.example' },
          { person: 'emmy@campus.example', name: 'Emmy', email: 'emmy@campus.example' },
        ],
      },
    ]);
  });

  test('rejects spreadsheet files, and shows why adding failed', async () => {
    start({ [ADD]: refusal(429, 'You have looked up too many people.', { code: 'too_many_lookups' }) });
    await press('Add students');
    await chooseFile(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]));
    expect(await screen.findByText(/^This Excel file cannot be read/)).toBeTruthy();
    await chooseFile('email\ngrace@campus.example\n');
    expect(await screen.findByText('You have looked up too many people.')).toBeTruthy();
  });

  test('adds the lines that were checked, and disables the text while they are checked', async () => {
    const { bodiesOf, hold } = start({ [ADD]: outcomesOf('added') });
    await press('Add students');
    const box = screen.getByLabelText<HTMLTextAreaElement>(
      'Or enter students, one per line or separated by commas',
    );
    fireEvent.change(box, { target: { value: 'grace@campus.example' } });
    const release = hold();
    await press('Check');
    await userEvent.type(box, 'x');
    await chooseFile('email\nanother@campus.example\n');
    release();
    await press('Add 1 student');
    await waitFor(() => expect(bodiesOf(ADD)).toHaveLength(2));
    expect(box.value).toBe('grace@campus.example');
    const lines = [{ person: 'grace@campus.example', email: 'grace@campus.example' }];
    expect(bodiesOf(ADD)).toMatchObject([
      { lines, preview: true },
      { lines, preview: false },
    ]);
  });

  test('stops after the current batch when it is canceled', async () => {
    type Sent = InputOf<typeof routes.course.addStudents, 'body'>;
    const { bodiesOf, hold } = start({
      [ADD]: ({ body }) => outcomesOf(...(body as Sent).lines.map(() => 'added')),
    });
    const check = async (count: number) => {
      await press('Add students');
      const value = Array.from({ length: count }, (_, index) => `s${index}@campus.example`).join('\n');
      fireEvent.change(screen.getByLabelText('Or enter students, one per line or separated by commas'), {
        target: { value },
      });
      await press('Check');
      await screen.findByRole('button', { name: /^Add \d+ students?$/, hidden: true });
    };
    const additions = () => (bodiesOf(ADD) as Sent[]).filter(({ preview }) => !preview);
    await check(MAX_ROSTER_LINES + 1);
    const release = hold();
    await press(`Add ${MAX_ROSTER_LINES + 1} students`);
    await waitFor(() => expect(additions()).toHaveLength(1));
    await press('Cancel');
    release();
    await check(1);
    expect(additions()).toHaveLength(1);
  });

  test('still works after the file chooser is dismissed', async () => {
    start();
    await press('Add students');
    const box = screen.getByLabelText<HTMLTextAreaElement>(
      'Or enter students, one per line or separated by commas',
    );
    fireEvent.change(box, { target: { value: 'grace@campus.example' } });
    const file = screen.getByLabelText('Choose a CSV or Excel file, or drop it here');
    fireEvent(file, new Event('cancel', { bubbles: true }));
    expect(screen.getByRole('dialog', { hidden: true })).toBeTruthy();
    expect(box.value).toBe('grace@campus.example');
  });

  test('is unavailable to staff who may not manage students', async () => {
    start({}, { ...algorithms, role: 'auditor' });
    await screen.findByText('No account yet');
    expect(screen.queryByRole('button', { name: 'Add students' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send registration links' })).toBeNull();
  });
});

test('labels students without an account, and sends them a registration link with one click', async () => {
  const { bodiesOf } = start({ [INVITE]: answer({ queued: 1, limited: 0 }) });
  expect(await screen.findByText('No account yet')).toBeTruthy();
  await press(`Send registration link to ${student.name}`);
  expect(await screen.findByText('1 registration link sent')).toBeTruthy();
  await press('Send registration links');
  await waitFor(() => expect(bodiesOf(INVITE)).toEqual([{ studentIds: [student._id] }, {}]));
});

test('reports how many registration links could not be sent, even if others were sent', async () => {
  start({
    [INVITE]: [
      answer({ queued: 1, limited: 2 }),
      answer({ queued: 0, limited: 1 }),
      answer({ queued: 0, limited: 0 }),
    ],
  });
  await press('Send registration links');
  expect(await screen.findByText('1 registration link sent')).toBeTruthy();
  expect(await screen.findByText(/^2 links not sent/)).toBeTruthy();
  await press('Send registration links');
  expect(await screen.findByText(/^1 link not sent/)).toBeTruthy();
  await press('Send registration links');
  expect(await screen.findByText('Everybody has an account already')).toBeTruthy();
});

describe('the columns of a file', () => {
  const linesIn = (text: string) => {
    const file = readRoster(text);
    return linesOf(file, file.columns).map(({ line }) => line);
  };

  test.each([
    [
      'a German list with a byte order mark',
      '\uFEFFMatrikelnummer;Vorname;Nachname\n77;Emmy;Noether',
      'Emmy Noether',
    ],
    [
      'a list of people of the institution',
      'institution_id,name,email\n77,Emmy Noether,e@campus.example',
      'Emmy Noether',
    ],
    ['columns without names', 'Emmy Noether,77,e@campus.example', 'Emmy Noether'],
    ['quoted names with a comma', 'id,name\n77,"Noether, Emmy"', 'Emmy Noether'],
    ['tabs from a spreadsheet', 'id\tname\n77\tEmmy Noether', 'Emmy Noether'],
  ])('are found in %s', (_what, text, name) => {
    expect(linesIn(text)).toMatchObject([{ person: '77', name }]);
  });

  test('are guessed for a list of IDs, and an overlong line is not sent', () => {
    expect(linesIn(`Q-1\nQ-2\n${'x'.repeat(300)}`)).toEqual([
      { person: 'Q-1' },
      { person: 'Q-2' },
      undefined,
    ]);
  });

  test('are downloaded together with the problems, and no cell becomes a formula', () => {
    const file = readRoster('id,name\n=HYPERLINK(A1),Emmy;@Noether');
    const [line] = linesOf(file, file.columns);
    if (!line) throw new Error('no line');
    expect(writeProblems(file.header, [{ line, problem: 'Unknown' }], 'Result').split('\r\n')).toEqual([
      '"id","name","Result"',
      `"'=HYPERLINK(A1)","Emmy;'@Noether","Unknown"`,
    ]);
  });
});
