import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  MAX_ROSTER_CHANGES,
  routes,
  type AttendanceRecord,
  type InputOf,
  type StudentRate,
} from '@qr-attendance/contracts';
import {
  answer,
  callOf,
  fakeApi,
  refusal,
  tellInstitution,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, rosterOf, sessionId, sessionOf } from './samples.ts';

const { attendance, course, session } = routes;
const SET = callOf(attendance.setStatuses);
const UNDO = callOf(attendance.undoStatuses);
const ROSTER = callOf(attendance.getRoster);

interface Setup {
  active?: boolean;
  marks?: AttendanceRecord[];
  enrolled?: StudentRate[];
  path?: string;
  answers?: Record<string, Answers>;
}
const start = ({ active = false, marks = [markOf(1)], enrolled, path = '', answers = {} }: Setup = {}) => {
  const { sentTo } = fakeApi({
    [callOf(session.getSession)]: answer(sessionOf({ active })),
    [callOf(course.listCourses)]: answer([]),
    [callOf(attendance.listFlaggedAttempts)]: answer([]),
    [callOf(attendance.listRefusedTries)]: answer({ students: [], others: 0 }),
    [ROSTER]: answer(rosterOf(marks, enrolled ?? [1, 2, 3].map(enrolledOf))),
    [callOf(attendance.streamAttendance)]: refusal(404),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:id" element={<SessionPage />} />
    </Routes>,
    `/sessions/${sessionId}${path}`,
  );
  return { sentTo };
};
type SetBody = InputOf<typeof attendance.setStatuses, 'body'>;
/** As the server sets: a mark for each, but for those who are refused. */
const setAll: Answers = ({ body }) => {
  const { students, status } = body as SetBody;
  const marks = students.map(({ studentId }) =>
    markOf(Number(studentId.slice(-1)), { status, version: 2, reviewedAt: '2026-09-14T10:00:00.000Z' }),
  );
  return answer({ marks, refused: [] });
};
const rowOf = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr')!;
const names = () =>
  [...document.querySelectorAll('tr[data-index] .roster-name > span:first-child')].map(
    (one) => one.textContent,
  );
const press = async (name: string, status: string) =>
  fireEvent.click(within(await rowOf(name)).getByLabelText(`${status}: ${name}`));

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the roster of a canceled class', () => {
  const marks = [1, 2].map((n) => markOf(n, { session: { ...markOf(n).session, canceled: true } }));
  const canceled = sessionOf({ active: false, state: 'canceled', canceledAt: '2026-09-14T09:20:00.000Z' });
  const refused = {
    student: enrolledOf(3).student,
    reason: 'wrong_pin',
    at: '2026-09-14T09:05:00.000Z',
    tries: 1,
  };

  test('shows who marked, and offers nothing that the server would refuse', async () => {
    start({
      marks,
      answers: {
        [callOf(session.getSession)]: answer(canceled),
        [callOf(attendance.listRefusedTries)]: answer({
          students: [{ ...refused, enrolled: true, locked: true }],
          others: 0,
        }),
      },
    });
    await waitFor(async () => expect((await rowOf('Student 1')).textContent).toContain('Present'));
    expect(screen.getByText('Nobody can be marked in a canceled class.')).toBeTruthy();
    expect(await screen.findByText('Wrong PIN.')).toBeTruthy();
    for (const name of [/^Mark/, /^(Present|Late|Absent|Excused): /, 'End the lock of Student 3'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('tells of a mark what there is, and takes no decision on it', async () => {
    start({
      marks,
      answers: {
        [callOf(session.getSession)]: answer(canceled),
        [callOf(attendance.getMarkHistory)]: answer([]),
      },
    });
    fireEvent.click(within(await rowOf('Student 1')).getByRole('button', { name: 'Review Student 1' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Nobody can be marked in a canceled class.')).toBeTruthy();
    expect(within(dialog).queryByText('Accept')).toBeNull();
  });
});

describe('the roster', () => {
  test('has everybody who is enrolled, with their numbers, and says how many are there', async () => {
    start({ active: true });
    expect(await screen.findByText('1 of 3')).toBeTruthy();
    expect((await rowOf('Student 2')).textContent).toMatch(/REG-2.*USN-2.*Not yet/);
    await waitFor(async () => expect((await rowOf('Student 1')).textContent).toContain('Present'));
    fireEvent.click(screen.getByLabelText('Not yet (2)'));
    expect(names()).toEqual(['Student 2', 'Student 3']);
    fireEvent.change(screen.getByLabelText('Search by name or number'), { target: { value: 'usn-3' } });
    expect(names()).toEqual(['Student 3']);
  });

  test('has the numbers that the institution gives out, under its own words', async () => {
    const untell = tellInstitution({
      studentNumbers: ['regNo'],
      words: { en: { regNo: 'Matriculation no.' } },
    });
    try {
      start({ active: true });
      expect((await rowOf('Student 2')).textContent).toMatch(/REG-2/);
      expect((await rowOf('Student 2')).textContent).not.toMatch(/USN-2/);
      expect(screen.getByRole('columnheader', { name: 'Matriculation no.' })).toBeTruthy();
      expect(screen.queryByRole('columnheader', { name: 'USN' })).toBeNull();
      fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Sort by' }));
      expect(await screen.findByTitle('Sort by: Matriculation no.')).toBeTruthy();
      expect(screen.queryByTitle(/USN/)).toBeNull();
    } finally {
      untell();
    }
  });

  test('of a session that ended has tabs for who was absent, and an absence shows no time', async () => {
    start({ marks: [markOf(1), markOf(2, { status: 'ABSENT' })], path: '?show=missing' });
    expect((await rowOf('Student 2')).textContent).toMatch(/–Absent/);
    expect(screen.getByLabelText<HTMLInputElement>('Absent (2)').checked).toBe(true);
    await waitFor(async () => expect((await rowOf('Student 3')).textContent).toContain('No mark'));
    expect(names()).toEqual(['Student 2', 'Student 3']);
  });

  test('is sorted by a press on a column', async () => {
    start({ marks: [markOf(1), markOf(3)] });
    await rowOf('Student 1');
    await waitFor(() => expect(names()).toEqual(['Student 3', 'Student 1', 'Student 2']));
    fireEvent.click(screen.getByText('Student', { selector: 'button' }));
    expect(names()).toEqual(['Student 1', 'Student 2', 'Student 3']);
    const head = screen.getByText('Student', { selector: 'button' }).closest('th')!;
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(screen.getByText('Student', { selector: 'button' }));
    expect(names()).toEqual(['Student 3', 'Student 2', 'Student 1']);
    expect(head.getAttribute('aria-sort')).toBe('descending');
  });

  test('is asked for at once, and the rest of a class that is larger than one answer after it', async () => {
    const next = markOf(2).student._id;
    const { sentTo } = start({
      answers: {
        [ROSTER]: ({ query: { after } }) =>
          after === next
            ? answer(rosterOf([markOf(3)], [enrolledOf(3)]))
            : answer({ ...rosterOf([markOf(1)], [enrolledOf(1), enrolledOf(2)]), next }),
      },
    });
    await rowOf('Student 3');
    expect(names()).toEqual(['Student 3', 'Student 1', 'Student 2']);
    expect(sentTo(ROSTER).map(({ query }) => query)).toEqual([{ sessionId }, { sessionId, after: next }]);
  });

  test('keeps the specified sentence while there is no mark', async () => {
    start({ active: true, marks: [] });
    expect(await screen.findByText('No attendance records yet')).toBeTruthy();
    expect(await rowOf('Student 1')).toBeTruthy();
  });
});

/** Waits until a row shows what was set, and can be pressed again. */
const untilSet = (name: string) =>
  waitFor(async () => expect((await rowOf(name)).getAttribute('aria-busy')).toBe('false'));

describe('one press on a row', () => {
  test('sets a status, and can be undone', async () => {
    const { sentTo } = start({
      answers: {
        [SET]: setAll,
        [UNDO]: answer({ marks: [], withdrawn: [markOf(2)._id], refused: [] }),
      },
    });
    await press('Student 2', 'Late');
    const undo = await screen.findByText('Undo');
    expect(screen.getByText('Student 2: Late')).toBeTruthy();
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('Late'));
    expect(sentTo(SET)[0]?.body).toEqual({
      sessionId,
      status: 'LATE',
      students: [{ studentId: markOf(2).student._id }],
    });
    fireEvent.click(undo);
    expect(await screen.findByText('Undone')).toBeTruthy();
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('No mark'));
    expect(sentTo(UNDO)[0]?.body).toEqual({ sessionId, markIds: [markOf(2)._id] });
    expect(screen.queryByText('Undo')).toBeNull();
  });

  test('leaves the row where it is until the roster is sorted again', async () => {
    start({ answers: { [SET]: setAll } });
    await press('Student 3', 'Present');
    await screen.findByText('Student 3: Present');
    await waitFor(async () => expect((await rowOf('Student 3')).textContent).toContain('Present'));
    expect(names()).toEqual(['Student 1', 'Student 2', 'Student 3']);
    fireEvent.click(screen.getByText('Time', { selector: 'button' }));
    expect(names()).toEqual(['Student 1', 'Student 3', 'Student 2']);
  });

  test('names the mark that the page showed, and nothing is sent for the status it has', async () => {
    const { sentTo } = start({ answers: { [SET]: setAll } });
    await press('Student 1', 'Present');
    await press('Student 1', 'Excused');
    await screen.findByText('Student 1: Excused');
    expect(sentTo(SET).map(({ body }) => body)).toEqual([
      {
        sessionId,
        status: 'EXCUSED',
        students: [{ studentId: markOf(1).student._id, markId: markOf(1)._id }],
      },
    ]);
    const pressed = within(await rowOf('Student 1')).getByLabelText('Excused: Student 1');
    await waitFor(() => expect(pressed.getAttribute('aria-pressed')).toBe('true'));
  });

  test('that came second says so and shows what is there', async () => {
    const studentId = markOf(2).student._id;
    const refused = [{ studentId, code: 'mark_changed' }];
    start({ answers: { [SET]: answer({ marks: [markOf(2)], refused }) } });
    await press('Student 2', 'Absent');
    expect(await screen.findByText(/1 student was not changed/)).toBeTruthy();
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('Present'));
    expect(screen.queryByText('Undo')).toBeNull();
  });

  test('that fails says why, and the row stays', async () => {
    start({ answers: { [SET]: refusal(409, 'Somebody was faster') } });
    await press('Student 2', 'Absent');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    await untilSet('Student 2');
  });

  test('is undone no more when 10 s are over', async () => {
    start({ answers: { [SET]: setAll } });
    await rowOf('Student 2');
    await press('Student 2', 'Late');
    await screen.findByText('Undo');
    await untilSet('Student 2');
    jest.useFakeTimers();
    // The time starts again with another.
    await act(async () => {
      fireEvent.click(within(document.querySelectorAll('tr')[2]!).getByLabelText(/^Excused/));
      await jest.advanceTimersByTimeAsync(9_000);
    });
    expect(screen.queryByText('Undo')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('Undo')).toBeNull();
  });
});

describe('several rows at once', () => {
  test('get one status with one reason', async () => {
    const { sentTo } = start({ answers: { [SET]: setAll } });
    await rowOf('Student 2');
    fireEvent.click(screen.getByLabelText('Select Student 2'));
    fireEvent.click(screen.getByLabelText('Select Student 3'));
    expect(screen.getByText('2 students selected')).toBeTruthy();
    fireEvent.click(screen.getByText('Set status', { selector: 'button *' }));
    const dialog = within(document.querySelector('dialog')!);
    fireEvent.click(dialog.getByText('Set status', { selector: 'button *' }));
    expect(await dialog.findByText('Reason is required')).toBeTruthy();
    fireEvent.click(dialog.getByLabelText('Excused'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Field\ntrip' } });
    fireEvent.click(dialog.getByText('Set status', { selector: 'button *' }));
    expect(await screen.findByText('2 students: Excused')).toBeTruthy();
    expect(document.querySelector('dialog')).toBeNull();
    expect(screen.queryByText(/selected/)).toBeNull();
    expect(attendance.setStatuses.body?.parse(sentTo(SET)[0]?.body)).toEqual({
      sessionId,
      status: 'EXCUSED',
      reason: 'Field trip',
      students: [{ studentId: markOf(2).student._id }, { studentId: markOf(3).student._id }],
    });
  });

  test('are those that the tab and the search show', async () => {
    start({ path: '?show=missing' });
    await rowOf('Student 2');
    fireEvent.click(screen.getByLabelText('Select all 2 shown'));
    expect(screen.getByText('2 students selected')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search by name or number'), { target: { value: '3' } });
    expect(screen.getByText('1 student selected')).toBeTruthy();
  });
});

describe('a roster of 1,500', () => {
  const many = Array.from({ length: 1_500 }, (_student, index): StudentRate => {
    const id = `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    return { ...enrolledOf(1), student: { _id: id, name: `N${index}`, email: 'n@campus.example' } };
  });
  const heights = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')!;
  beforeEach(() => {
    // jsdom lays nothing out.
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 57 });
  });
  afterEach(() => {
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', heights);
  });

  test('draws what is in view, says how many there are, and prints all', async () => {
    start({ enrolled: many, marks: [] });
    await rowOf('N0');
    const table = screen.getByLabelText('Attendance', { selector: 'table' });
    expect(table.getAttribute('aria-rowcount')).toBe('1501');
    const drawn = () => document.querySelectorAll('tr[data-index]').length;
    expect(drawn()).toBeLessThan(60);
    expect((await rowOf('N0')).getAttribute('aria-rowindex')).toBe('2');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawn()).toBe(1_500);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawn()).toBeLessThan(60);
  }, 30_000);

  test('is set in parts that the server takes', async () => {
    const { sentTo } = start({
      enrolled: many,
      marks: [],
      answers: { [SET]: answer({ marks: [], refused: [] }) },
    });
    await rowOf('N0');
    fireEvent.click(screen.getByLabelText('Select all 1,500 shown'));
    fireEvent.click(screen.getByText('Set status', { selector: 'button *' }));
    const dialog = within(document.querySelector('dialog')!);
    fireEvent.click(dialog.getByLabelText('Excused'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Holiday' } });
    fireEvent.click(dialog.getByText('Set status', { selector: 'button *' }));
    await waitFor(() => expect(sentTo(SET)).toHaveLength(3));
    expect(sentTo(SET).map(({ body }) => (body as SetBody).students.length)).toEqual(
      Array.from({ length: 3 }, () => MAX_ROSTER_CHANGES),
    );
  }, 30_000);
});
