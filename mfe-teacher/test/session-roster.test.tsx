import { afterEach, describe, expect, jest, test } from '@jest/globals';
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
  lostConnection,
  refusal,
  setInstitution,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { createStream } from './live-stream.ts';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, rosterOf, sessionId, sessionOf } from './samples.ts';

const { attendance, course, session } = routes;
const SET = callOf(attendance.setStatuses);
const CLEAR = callOf(attendance.clearDecisions);
const ROSTER = callOf(attendance.getRoster);
const STREAM = callOf(attendance.streamAttendance);

interface Setup {
  active?: boolean;
  marks?: AttendanceRecord[];
  enrolled?: StudentRate[];
  path?: string;
  answers?: Record<string, Answers>;
}
const start = ({ active = false, marks = [markOf(1)], enrolled, path = '', answers = {} }: Setup = {}) => {
  const { sentTo, hold } = fakeApi({
    [callOf(session.getSession)]: answer(sessionOf({ active })),
    [callOf(course.listCourses)]: answer([]),
    [callOf(attendance.listFlaggedAttempts)]: answer([]),
    [callOf(attendance.listRefusedTries)]: answer({ students: [], others: 0 }),
    [ROSTER]: answer(rosterOf(marks, enrolled ?? [1, 2, 3].map(enrolledOf))),
    [STREAM]: refusal(404),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
    </Routes>,
    `/sessions/${sessionId}${path}`,
  );
  return { sentTo, hold };
};
const NOW = '2026-09-14T10:00:00.000Z';
type SetBody = InputOf<typeof attendance.setStatuses, 'body'>;
/** Answers like the server: a mark for each student except the rejected ones. */
const setAll: Answers = ({ body }) => {
  const { students, status } = body as SetBody;
  const marks = students.map(({ studentId }) =>
    markOf(Number(studentId.slice(-1)), { status, version: 2, reviewedAt: NOW }),
  );
  return answer({ marks, refused: [] });
};
const rowOf = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr')!;
const names = () =>
  [...document.querySelectorAll('tr[data-index] .roster-open')].map((one) => one.textContent);
const body = () => document.querySelector('.roster tbody')!;
const tab = (name: string) => screen.getByRole('tab', { name });
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

  test('shows who marked, and offers no action that the server would reject', async () => {
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
    await waitFor(async () => expect((await rowOf('Student 3')).textContent).toContain('Wrong PIN.'));
    for (const name of [/^(Present|Late|Absent|Excused): /, /^Clear/, 'Reset the lock of Student 3'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('shows the details of a mark without a decision form', async () => {
    start({
      marks,
      answers: {
        [callOf(session.getSession)]: answer(canceled),
        [callOf(attendance.getMarkHistory)]: answer([]),
      },
    });
    fireEvent.click(within(await rowOf('Student 1')).getByLabelText('Student 1: details'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Nobody can be marked in a canceled class.')).toBeTruthy();
    expect(within(dialog).queryByLabelText('Reason (optional)')).toBeNull();
  });
});

describe('the roster', () => {
  test('lists all enrolled students with their numbers and counts the present students', async () => {
    start({ active: true });
    expect(await screen.findByText('1 of 3')).toBeTruthy();
    expect((await rowOf('Student 2')).textContent).toMatch(/REG-2.*USN-2.*No mark yet/);
    await waitFor(async () => expect((await rowOf('Student 1')).textContent).toContain('Present'));
    fireEvent.click(tab('No mark yet 2'));
    expect(names()).toEqual(['Student 2', 'Student 3']);
    fireEvent.change(screen.getByLabelText('Search by name or number'), { target: { value: 'usn-3' } });
    expect(names()).toEqual(['Student 3']);
  });

  test('counts guests in their own tab only', async () => {
    const marks = [markOf(1), markOf(2, { guest: true }), markOf(3, { guest: true, status: 'EXCUSED' })];
    // The second student is in another section of the course.
    start({ active: true, marks, enrolled: [enrolledOf(1), enrolledOf(2)] });
    expect(await screen.findByText('1 of 1')).toBeTruthy();
    expect(screen.queryByText('Excused', { selector: 'dt' })).toBeNull();
    expect(tab('Present 1')).toBeTruthy();
    expect(tab('Guests 2')).toBeTruthy();
  });

  test('shows campus times, and the viewer’s local time on demand', async () => {
    const campus = document.createElement('meta');
    campus.name = 'campus-time-zone';
    campus.content = 'Pacific/Kiritimati';
    document.head.append(campus);
    try {
      start();
      const shown = await screen.findByText('23:01');
      const both = /^23:01 \(\d\d:01 your time\)$/;
      expect(shown.closest('td')?.title).toMatch(both);
      expect(screen.getByText(both)).toBeTruthy();
    } finally {
      campus.remove();
    }
  });

  test('labels each cell with the name of its column', async () => {
    start({ active: true });
    const row = await rowOf('Student 2');
    const classesOf = (cells: HTMLElement[]) => cells.map(({ className }) => className.split(' ')[0]);
    const heads = classesOf(screen.getAllByRole('columnheader'));
    expect(heads).toEqual(classesOf(within(row).getAllByRole('gridcell')));
    expect(heads).toContain('roster-name');
  });

  test('shows student numbers under the names that the institution gave them', async () => {
    const restore = setInstitution({
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
      restore();
    }
  });

  test('has an Absent tab after the end, and shows no time for an absence', async () => {
    start({ marks: [markOf(1), markOf(2, { status: 'ABSENT' })], path: '?show=missing' });
    expect((await rowOf('Student 2')).textContent).toMatch(/–Absent/);
    expect(tab('Absent 2').getAttribute('aria-selected')).toBe('true');
    await waitFor(async () => expect((await rowOf('Student 3')).textContent).toContain('No mark'));
    expect(names()).toEqual(['Student 2', 'Student 3']);
  });

  test('is sorted by a click on a column', async () => {
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

  test('is requested as one list, with further requests for a large class', async () => {
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

  test('shows the specified sentence while there is no mark', async () => {
    start({ active: true, marks: [] });
    expect(await screen.findByText('No attendance records yet')).toBeTruthy();
    expect(await rowOf('Student 1')).toBeTruthy();
  });
});

const untilSet = (name: string) =>
  waitFor(async () => expect((await rowOf(name)).getAttribute('aria-busy')).toBe('false'));
const statusOf = async (name: string) => (await rowOf(name)).querySelector('.roster-status')?.textContent;
const untilShown = (name: string, status: string) =>
  waitFor(async () => expect(await statusOf(name)).toBe(status));
const studentOf = (n: number) => ({ studentId: markOf(n).student._id });

describe('setting a status with one click', () => {
  test('shows the change at once, and can be undone with a click or Ctrl+Z', async () => {
    const { sentTo } = start({
      marks: [markOf(1, { version: 3 })],
      answers: { [SET]: setAll, [CLEAR]: answer({ marks: [], withdrawn: [markOf(2)._id], refused: [] }) },
    });
    await press('Student 2', 'Late');
    expect(await statusOf('Student 2')).toBe('Late');
    await press('Student 1', 'Excused');
    await untilSet('Student 1');
    await untilSet('Student 2');
    expect(sentTo(SET).map((sent) => sent.body)).toMatchObject([
      { sessionId, status: 'LATE', students: [studentOf(2)] },
      {
        sessionId,
        status: 'EXCUSED',
        students: [{ ...studentOf(1), markId: markOf(1)._id, version: 3 }],
      },
    ]);
    fireEvent.click(screen.getByLabelText('Undo: Student 1: Excused'));
    await waitFor(() => expect(sentTo(CLEAR)).toHaveLength(1));
    expect(await screen.findByLabelText('Undo: Student 2: Late')).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await untilShown('Student 2', 'No mark');
    expect(sentTo(CLEAR).map((sent) => sent.body)).toEqual([
      { sessionId, marks: [{ markId: markOf(1)._id, version: 2 }] },
      { sessionId, marks: [{ markId: markOf(2)._id, version: 2 }] },
    ]);
    expect(screen.queryByText('Undo')).toBeNull();
  });

  test('queues a second change behind the first, and undoes them in order', async () => {
    let version = 0;
    const { sentTo, hold } = start({
      answers: {
        [SET]: ({ body: sent }) => {
          version += 1;
          const { status } = sent as SetBody;
          return answer({ marks: [markOf(2, { status, version, reviewedAt: NOW })], refused: [] });
        },
        [CLEAR]: answer({ marks: [], withdrawn: [markOf(2)._id], refused: [] }),
      },
    });
    await rowOf('Student 2');
    const release = hold();
    await press('Student 2', 'Present');
    await press('Student 2', 'Absent');
    await press('Student 2', 'Absent');
    expect(await statusOf('Student 2')).toBe('Absent');
    await waitFor(() => expect(sentTo(SET)).toHaveLength(1));
    release();
    await untilSet('Student 2');
    const seen = { ...studentOf(2), markId: markOf(2)._id };
    expect(sentTo(SET).map((sent) => (sent.body as SetBody).students)).toEqual([
      [studentOf(2)],
      [{ ...seen, version: 1 }],
    ]);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await untilShown('Student 2', 'No mark');
    expect(sentTo(SET)[2]?.body).toMatchObject({
      sessionId,
      status: 'PRESENT',
      students: [{ ...seen, version: 2 }],
    });
    expect(sentTo(CLEAR)[0]?.body).toEqual({ sessionId, marks: [{ markId: seen.markId, version: 3 }] });
  });

  test('does nothing if the status is already set', async () => {
    const { sentTo } = start({ answers: { [SET]: setAll } });
    await press('Student 1', 'Present');
    await press('Student 2', 'Late');
    await untilSet('Student 2');
    expect(sentTo(SET)).toHaveLength(1);
  });

  test('reports a conflict and shows the current status', async () => {
    const refused = [{ ...studentOf(2), code: 'mark_changed' }];
    let marks = [markOf(1)];
    start({
      answers: {
        [ROSTER]: () => answer(rosterOf(marks, [1, 2, 3].map(enrolledOf))),
        [SET]: () => {
          marks = [markOf(1), markOf(2)];
          return answer({ marks: [markOf(2)], refused });
        },
      },
    });
    await press('Student 2', 'Absent');
    expect(await screen.findByText(/1 student was not changed/)).toBeTruthy();
    await untilShown('Student 2', 'Present');
    expect(screen.queryByText('Undo')).toBeNull();
  });

  test('shows why it failed and restores the row', async () => {
    start({ answers: { [SET]: refusal(409, 'Somebody was faster') } });
    await press('Student 2', 'Absent');
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    await untilShown('Student 2', 'No mark');
    expect(screen.queryByText('Undo')).toBeNull();
  });

  test('keeps a step in the undo history if undoing it fails', async () => {
    start({ answers: { [SET]: setAll, [CLEAR]: refusal(500, 'Out of order') } });
    await press('Student 2', 'Late');
    await untilSet('Student 2');
    fireEvent.click(screen.getByLabelText('Undo: Student 2: Late'));
    expect(await screen.findByText('Out of order')).toBeTruthy();
    expect(await screen.findByLabelText('Undo: Student 2: Late')).toBeTruthy();
  });

  test('can clear the decision, so the scan counts again', async () => {
    const decided = markOf(1, { status: 'ABSENT', reviewedAt: NOW, version: 4 });
    const { sentTo } = start({
      marks: [decided],
      answers: { [CLEAR]: answer({ marks: [markOf(1, { version: 5 })], withdrawn: [], refused: [] }) },
    });
    fireEvent.click(await screen.findByLabelText('Clear decision: Student 1'));
    await untilShown('Student 1', 'Present');
    expect(screen.queryByLabelText('Clear decision: Student 1')).toBeNull();
    expect(sentTo(CLEAR)[0]?.body).toEqual({ sessionId, marks: [{ markId: decided._id, version: 4 }] });
  });

  test('sends a status again if it is clicked while it is being cleared or undone', async () => {
    const decided = markOf(1, { reviewedAt: NOW, version: 4 });
    const { sentTo, hold } = start({
      marks: [decided],
      answers: { [SET]: setAll, [CLEAR]: answer({ marks: [], withdrawn: [decided._id], refused: [] }) },
    });
    for (const [opener, version] of [
      ['Clear decision: Student 1', 5],
      ['Undo: Student 1: Present', 3],
    ] as const) {
      const button = await screen.findByLabelText(opener);
      const release = hold();
      fireEvent.click(button);
      await press('Student 1', 'Present');
      release();
      await untilSet('Student 1');
      expect(sentTo(SET).at(-1)?.body).toMatchObject({
        status: 'PRESENT',
        students: [{ ...studentOf(1), markId: decided._id, version }],
      });
    }
    expect(sentTo(CLEAR)).toHaveLength(2);
    expect(sentTo(SET)).toHaveLength(2);
  });

  test.each([
    ['refused', answer({ marks: [], withdrawn: [], refused: [markOf(1)._id] })],
    ['not answered', lostConnection],
  ])('shows the current record of an ended class after a click that was %s', async (_outcome, cleared) => {
    let mark = markOf(1, { status: 'ABSENT', reviewedAt: NOW, version: 1 });
    start({
      answers: {
        [ROSTER]: () => answer(rosterOf([mark], [1, 2, 3].map(enrolledOf))),
        [CLEAR]: () => {
          mark = markOf(1, { version: 2 });
          return cleared;
        },
      },
    });
    fireEvent.click(await screen.findByLabelText('Clear decision: Student 1'));
    await untilShown('Student 1', 'Present');
  });

  test('shows the current record of an ended class if the server rejects an undo', async () => {
    let marks = [markOf(1)];
    start({
      answers: {
        [ROSTER]: () => answer(rosterOf(marks, [1, 2, 3].map(enrolledOf))),
        [SET]: setAll,
        [CLEAR]: () => {
          marks = [markOf(1), markOf(2, { version: 3 })];
          return answer({ marks: [], withdrawn: [], refused: [markOf(2)._id] });
        },
      },
    });
    await press('Student 2', 'Late');
    await untilSet('Student 2');
    fireEvent.click(screen.getByLabelText('Undo: Student 2: Late'));
    await untilShown('Student 2', 'Present');
  });
});

describe('the order of the rows', () => {
  const three = { marks: [markOf(1)], answers: { [SET]: setAll } };

  test('does not change while statuses are set, until the roster is sorted again', async () => {
    start(three);
    await press('Student 3', 'Present');
    await untilSet('Student 3');
    expect(names()).toEqual(['Student 1', 'Student 2', 'Student 3']);
    fireEvent.click(screen.getByText('Time', { selector: 'button' }));
    expect(names()).toEqual(['Student 1', 'Student 3', 'Student 2']);
  });

  test('keeps a changed row in its tab until another tab is chosen', async () => {
    start({ ...three, active: true });
    await rowOf('Student 3');
    fireEvent.click(tab('No mark yet 2'));
    await press('Student 2', 'Present');
    await untilShown('Student 2', 'Present');
    expect(names()).toEqual(['Student 2', 'Student 3']);
    expect(await screen.findByRole('tab', { name: 'No mark yet 1' })).toBeTruthy();
    fireEvent.click(tab('Present 2'));
    fireEvent.click(tab('No mark yet 1'));
    expect(names()).toEqual(['Student 3']);
  });

  test('is frozen while the pointer is over the rows, with a count of new marks, which appear afterwards', async () => {
    const live = createStream();
    start({ ...three, active: true, answers: { ...three.answers, [STREAM]: live.connect } });
    await rowOf('Student 3');
    fireEvent.pointerEnter(body());
    live.say('mark', markOf(3));
    expect(await screen.findByText('1 new')).toBeTruthy();
    await untilShown('Student 3', 'Present');
    expect(names()).toEqual(['Student 1', 'Student 2', 'Student 3']);
    fireEvent.pointerLeave(body(), { pointerType: 'mouse' });
    expect(names()).toEqual(['Student 3', 'Student 1', 'Student 2']);
    expect(screen.queryByText('1 new')).toBeNull();
  });

  test('is frozen with a count of only the new marks after the roster was reloaded', async () => {
    const live = createStream();
    start({ ...three, active: true, answers: { ...three.answers, [STREAM]: live.connect } });
    await rowOf('Student 2');
    fireEvent.pointerEnter(body());
    live.say('changed', '{}');
    live.say('mark', markOf(3));
    expect(await screen.findByText(/^\d+ new$/)).toHaveProperty('textContent', '1 new');
    await untilShown('Student 3', 'Present');
    expect(screen.getByText(/^\d+ new$/).textContent).toBe('1 new');
  });

  test('is frozen while a row has the focus and between two taps, until "new" is pressed', async () => {
    const live = createStream();
    start({ ...three, active: true, answers: { ...three.answers, [STREAM]: live.connect } });
    const row = await rowOf('Student 2');
    fireEvent.pointerEnter(body());
    fireEvent.pointerLeave(body(), { pointerType: 'touch' });
    act(() => row.focus());
    live.say('mark', markOf(3));
    const news = await screen.findByText('1 new');
    expect(names()).toEqual(['Student 1', 'Student 2', 'Student 3']);
    fireEvent.click(news);
    expect(names()).toEqual(['Student 3', 'Student 1', 'Student 2']);
  });
});

describe('keyboard control', () => {
  const key = (name: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement!, { key: name, ...more });
  const focused = () => document.activeElement?.querySelector('.roster-open')?.textContent;
  const enter = async () => {
    const { sentTo } = start({ answers: { [SET]: setAll } });
    const row = await rowOf('Student 1');
    act(() => row.focus());
    return { sentTo };
  };

  test('moves between rows with the list as one tab stop', async () => {
    await enter();
    key('ArrowDown');
    expect(focused()).toBe('Student 2');
    key('End');
    expect(focused()).toBe('Student 3');
    key('Home');
    expect(focused()).toBe('Student 1');
    const stops = document.querySelectorAll('.roster tbody [tabindex="0"]');
    expect([...stops].map((stop) => stop.querySelector('.roster-open')?.textContent)).toEqual(['Student 1']);
    for (const control of document.querySelectorAll('.roster tbody :is(button, input)'))
      expect(control.getAttribute('tabindex')).toBe('-1');
    key('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Select Student 1');
    key('ArrowRight');
    key('ArrowLeft');
    key('ArrowLeft');
    expect(focused()).toBe('Student 1');
  });

  test('sets a status by letter and moves to the next row, but only once for a held key', async () => {
    const { sentTo } = await enter();
    key('l');
    key('l', { repeat: true });
    key('a');
    expect(focused()).toBe('Student 3');
    key('E');
    await untilShown('Student 3', 'Excused');
    expect(
      sentTo(SET).map((sent) => [(sent.body as SetBody).status, (sent.body as SetBody).students]),
    ).toEqual([
      ['LATE', [{ ...studentOf(1), markId: markOf(1)._id }]],
      ['ABSENT', [studentOf(2)]],
      ['EXCUSED', [studentOf(3)]],
    ]);
    expect(focused()).toBe('Student 3');
  });

  test('selects with Space, opens with Enter, and keeps the browser’s own shortcuts', async () => {
    const { sentTo } = await enter();
    key(' ');
    expect(screen.getByText('1 student selected')).toBeTruthy();
    key('p', { ctrlKey: true });
    key('a', { metaKey: true });
    key('Enter');
    expect(await screen.findByRole('dialog', { name: 'Student 1' })).toBeTruthy();
    expect(sentTo(SET)).toEqual([]);
  });

  test('ignores keys pressed in a selfie dialog', async () => {
    const { sentTo } = start({ marks: [markOf(1, { hasSelfie: true })], answers: { [SET]: setAll } });
    fireEvent.click(await screen.findByLabelText('View selfie of Student 1'));
    const close = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' });
    for (const pressed of ['a', 'Delete', 'ArrowDown'])
      // `fireEvent` returns false if the key was handled.
      expect(fireEvent.keyDown(close, { key: pressed })).toBe(true);
    expect(await statusOf('Student 1')).toBe('Present');
    expect(screen.queryByText('Undo')).toBeNull();
    expect(sentTo(SET)).toEqual([]);
  });
});

describe('several selected rows', () => {
  test('get one status without a reason', async () => {
    const { sentTo } = start({ answers: { [SET]: setAll } });
    await rowOf('Student 2');
    fireEvent.click(screen.getByLabelText('Select Student 2'));
    fireEvent.click(screen.getByLabelText('Select Student 3'));
    fireEvent.click(screen.getByLabelText('Excused: 2 students selected'));
    expect(await screen.findByLabelText('Undo: 2 students: Excused')).toBeTruthy();
    expect(sentTo(SET)[0]?.body).not.toHaveProperty('reason');
  });

  const excuseTwoFor = async (reason: string) => {
    await rowOf('Student 2');
    fireEvent.click(screen.getByLabelText('Select Student 2'));
    fireEvent.click(screen.getByLabelText('Select Student 3'));
    fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: reason } });
    fireEvent.click(screen.getByLabelText('Excused: 2 students selected'));
    expect(screen.queryByText(/selected/)).toBeNull();
  };

  test('get one status with a reason', async () => {
    const { sentTo } = start({ answers: { [SET]: setAll } });
    await excuseTwoFor('Field  trip');
    expect(await screen.findByLabelText('Undo: 2 students: Excused')).toBeTruthy();
    expect(attendance.setStatuses.body?.parse(sentTo(SET)[0]?.body)).toEqual({
      sessionId,
      status: 'EXCUSED',
      reason: 'Field trip',
      pressId: expect.any(String),
      students: [studentOf(2), studentOf(3)],
    });
  });

  test('stay selected, with their reason, if the change fails', async () => {
    start({ answers: { [SET]: refusal(500, 'Out of order') } });
    await excuseTwoFor('Field trip');
    expect(await screen.findByText('2 students selected')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Reason (optional)').value).toBe('Field trip');
  });

  test('are not mixed with rows of an earlier change that failed', async () => {
    const { hold } = start({ answers: { [SET]: refusal(500, 'Out of order') } });
    await rowOf('Student 2');
    fireEvent.click(screen.getByLabelText('Select Student 2'));
    const release = hold();
    fireEvent.click(screen.getByLabelText('Excused: 1 student selected'));
    fireEvent.click(screen.getByLabelText('Select Student 1'));
    release();
    expect(await screen.findByText('Out of order')).toBeTruthy();
    await untilSet('Student 2');
    expect(screen.getByText('1 student selected')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Select Student 2').checked).toBe(false);
  });

  test('are chosen from the rows of the tab and the search', async () => {
    start({ path: '?show=missing' });
    await rowOf('Student 2');
    fireEvent.click(screen.getByLabelText('Select all 2'));
    expect(screen.getByText('2 students selected')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search by name or number'), { target: { value: '3' } });
    expect(screen.getByText('1 student selected')).toBeTruthy();
  });
});

describe('the roster of 1,500 students', () => {
  const many = Array.from({ length: 1_500 }, (_student, index): StudentRate => {
    const id = `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    return { ...enrolledOf(1), student: { _id: id, name: `N${index}`, email: 'n@campus.example' } };
  });

  test('renders only visible rows, shows the total, and prints all rows', async () => {
    start({ enrolled: many, marks: [] });
    await rowOf('N0');
    const table = screen.getByRole('grid', { name: 'Attendance' });
    expect(table.getAttribute('aria-rowcount')).toBe('1501');
    const drawn = () => document.querySelectorAll('tr[data-index]').length;
    expect(drawn()).toBeLessThan(60);
    expect((await rowOf('N0')).getAttribute('aria-rowindex')).toBe('2');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawn()).toBe(1_500);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawn()).toBeLessThan(60);
  });

  test('can be set as a whole, in batches within the server’s limit', async () => {
    const { sentTo } = start({
      enrolled: many,
      marks: [],
      answers: { [SET]: answer({ marks: [], refused: [] }) },
    });
    await rowOf('N0');
    fireEvent.click(screen.getByLabelText('Select all 1,500'));
    fireEvent.click(screen.getByLabelText('Excused: 1,500 students selected'));
    await waitFor(() => expect(sentTo(SET)).toHaveLength(3));
    expect(sentTo(SET).map(({ body }) => (body as SetBody).students.length)).toEqual(
      Array.from({ length: 3 }, () => MAX_ROSTER_CHANGES),
    );
  });
});
