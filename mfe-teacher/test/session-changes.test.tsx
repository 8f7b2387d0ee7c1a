import { afterEach, describe, expect, test } from '@jest/globals';
import { OPEN_POLICY, routes, type Session } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { RunningSessions } from '../src/features/dashboard/components/running-sessions.tsx';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, markOf, rosterOf, sessionId, sessionOf } from './samples.ts';

const { session } = routes;
const GET = callOf(session.getSession);
const EDIT = callOf(session.editSession);
const CANCEL = callOf(session.cancelSession);
const REOPEN = callOf(session.reopenSession);
const DELETE = callOf(session.deleteSession);
const running = sessionOf({ state: 'running', version: 3, policy: OPEN_POLICY, attendanceCount: 2 });
const canceled = sessionOf({
  state: 'canceled',
  active: false,
  version: 4,
  canceledAt: '2026-09-14T09:20:00.000Z',
  reopenUntil: '2026-09-15T09:20:00.000Z',
});

const start = (sessionOrAnswers: Session | Answers, answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [GET]: '_id' in sessionOrAnswers ? answer(sessionOrAnswers) : (sessionOrAnswers as Answers),
    [callOf(routes.course.listCourses)]: answer([]),
    [callOf(routes.attendance.getRoster)]: answer(rosterOf([])),
    [callOf(routes.attendance.listFlaggedAttempts)]: answer([]),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
      <Route path="/teacher/sessions" element={<p>the list</p>} />
    </Routes>,
    `/sessions/${sessionId}`,
  );
  return server;
};
const press = async (name: string, scope: Pick<typeof screen, 'findByText'> = screen) =>
  fireEvent.click((await scope.findByText(name, { selector: 'button *' })).closest('button')!);
const inDialog = () => within(document.querySelector('dialog')!);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(cleanup);

describe('a session', () => {
  test('shows when it starts and when its code is valid, if scheduled', async () => {
    const startTime = new Date(Date.now() + 48 * 3_600_000).toISOString();
    start(sessionOf({ state: 'scheduled', version: 1, startTime, codeOpensAt: startTime }));
    expect((await screen.findByText(/The code works from/)).textContent).toMatch(
      /^Starts .*\. The code works from /,
    );
    expect(screen.queryByText('End Session')).toBeNull();
    for (const name of ['Edit', 'Cancel class', 'Delete']) expect(await screen.findByText(name)).toBeTruthy();
  });

  test('is canceled after a confirmation and can be reopened', async () => {
    const { sentTo } = start([answer(running), answer(canceled), answer(running), answer(running)], {
      [CANCEL]: answer(canceled),
      [REOPEN]: answer(running),
    });
    await press('Cancel class');
    expect(inDialog().getByText('Cancel this class of CS201?')).toBeTruthy();
    expect(sentTo(CANCEL)).toEqual([]);
    await press('Cancel class', inDialog());
    expect(await screen.findByText('This class was canceled.')).toBeTruthy();
    expect(screen.getByText(/You can reopen it until/)).toBeTruthy();
    expect(sentTo(CANCEL)[0]?.params).toEqual({ id: sessionId });
    await press('Reopen class');
    expect(await screen.findByText('End Session')).toBeTruthy();
    expect(screen.queryByText('This class was canceled.')).toBeNull();
    expect(sentTo(REOPEN)).toHaveLength(1);
  });

  test('receives live marks after it is reopened on a page that loaded it as canceled', async () => {
    const { sentTo } = start([answer(canceled), answer(running), answer(running)], {
      [REOPEN]: answer(running),
    });
    await press('Reopen class');
    expect(await screen.findByText('End Session')).toBeTruthy();
    await waitFor(() => expect(sentTo(callOf(routes.attendance.streamAttendance)).length).toBeGreaterThan(0));
  });

  test('explains why it can no longer be reopened', async () => {
    start(canceled, { [REOPEN]: refusal(409, 'Too late', { code: 'reopen_too_late' }) });
    await press('Reopen class');
    expect(await screen.findByText('Too late')).toBeTruthy();
  });

  test('can be deleted if nobody was marked, and disappears from the list', async () => {
    const { sentTo } = start(canceled, { [DELETE]: answer(undefined, 204) });
    await press('Delete');
    await press('Delete', inDialog());
    expect(await screen.findByText('the list')).toBeTruthy();
    expect(sentTo(DELETE)).toHaveLength(1);
  });

  test('cannot be deleted if it has marks', async () => {
    start(canceled, { [callOf(routes.attendance.getRoster)]: answer(rosterOf([markOf(1)])) });
    await screen.findByText('Student 1');
    expect(screen.queryByText('Delete')).toBeNull();
  });
});

describe('editing a session', () => {
  const placed = { ...running, location: { latitude: 52.5, longitude: 13.4, radius: 80 } };

  test('starts with the current values and sends them all with the version', async () => {
    const { bodiesOf } = start(placed, { [EDIT]: answer({ ...placed, version: 4 }) });
    await press('Edit');
    expect(screen.getByText('The place stays the same.')).toBeTruthy();
    type('Late after (minutes)', '25');
    await press('Save');
    expect(await screen.findByText('Class saved')).toBeTruthy();
    const { startTime } = placed;
    expect(bodiesOf(EDIT)).toEqual([
      {
        version: 3,
        date: '2026-09-14',
        startTime,
        endTime: '',
        useLocation: true,
        locationRadius: 80,
        location: placed.location,
        lateAfterMinutes: 25,
        policy: OPEN_POLICY,
      },
    ]);
    await waitFor(() => expect(screen.queryByText('Edit class')).toBeNull());
  });

  test('shows a concurrent change beside the form, and overwrites it when saved again', async () => {
    const theirs = { ...running, version: 4, lateAfterMinutes: 15 };
    const { bodiesOf } = start([answer(running), answer(theirs), answer(theirs), answer(theirs)], {
      [EDIT]: [
        refusal(409, 'Changed a moment ago', { code: 'session_changed' }),
        answer({ ...theirs, version: 5 }),
      ],
    });
    await press('Edit');
    type('Late after (minutes)', '25');
    await press('Save');
    expect(await screen.findByText('This class was changed while you edited it')).toBeTruthy();
    expect(screen.getAllByText('15').length).toBeGreaterThan(0);
    expect(screen.getByLabelText<HTMLInputElement>('Late after (minutes)').value).toBe('25');
    await press('Keep my values');
    await press('Save');
    expect(await screen.findByText('Class saved')).toBeTruthy();
    expect(bodiesOf(EDIT)).toMatchObject([
      { version: 3, lateAfterMinutes: 25 },
      { version: 4, lateAfterMinutes: 25 },
    ]);
  });

  test('keeps the sections of the class while its course is loading', async () => {
    const [morning, logic] = ['66f0000000000000000000a2', '66f0000000000000000000b1'];
    const sections = [{ courseId, sectionId: morning }];
    const divided = {
      ...algorithms,
      sections: [...algorithms.sections, { _id: morning, name: 'Morning' }],
    };
    const other = { ...algorithms, _id: logic, code: 'MA101', sections: [{ _id: logic, name: '1' }] };
    const limited = { ...running, sections };
    const { bodiesOf } = start(limited, {
      [callOf(routes.course.listCourses)]: answer([divided, other]),
      [callOf(routes.course.getCourse)]: refusal(503),
      [EDIT]: answer(limited),
    });
    await press('Edit');
    await screen.findByLabelText('Joint class with other courses');
    expect(screen.queryByLabelText('Sections of this class')).toBeNull();
    type('Late after (minutes)', '25');
    await press('Save');
    expect(await screen.findByText('Class saved')).toBeTruthy();
    expect(bodiesOf(EDIT)).toMatchObject([{ sections }]);
  });

  test('asks for confirmation before moving to a past day', async () => {
    const { sentTo } = start(running, { [EDIT]: answer(running) });
    await press('Edit');
    type('Date', '2020-01-06');
    await press('Save');
    expect(await screen.findByText('This date is in the past')).toBeTruthy();
    expect(sentTo(EDIT)).toEqual([]);
    await press('Save it anyway', inDialog());
    await waitFor(() => expect(sentTo(EDIT)).toHaveLength(1));
  });

  test('shows the server’s message beside the field', async () => {
    start(running, { [EDIT]: refusal(400, 'The form is wrong', { fields: { date: 'lies too far back' } }) });
    await press('Edit');
    await press('Save');
    expect(await screen.findByText('lies too far back')).toBeTruthy();
  });
});

test('distinguishes running from upcoming sessions on the dashboard', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const scheduled = [5, 3, 4, 2].map((hours, index) =>
    sessionOf({ _id: `66f00000000000000000510${index}`, state: 'scheduled', startTime: inHours(hours) }),
  );
  renderTeacher(<RunningSessions sessions={[...scheduled, running]} />);
  expect(await screen.findByText(/^CS201 has been running since/)).toBeTruthy();
  expect(screen.getAllByText(/^CS201 starts /)).toHaveLength(3);
  expect(screen.getAllByRole('status')).toHaveLength(1);
});
