import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type Session } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { AutoEndedSessions } from '../src/features/dashboard/components/auto-ended-sessions.tsx';
import { SessionsToConfirm } from '../src/features/dashboard/components/sessions-to-confirm.tsx';
import { NotTakenPage } from '../src/features/not-taken/pages/not-taken-page.tsx';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { rosterOf, sessionId, sessionOf } from './samples.ts';

const LIST = callOf(routes.session.listSessions);
const GET = callOf(routes.session.getSession);
const CONFIRM = callOf(routes.session.confirmSession);
const CANCEL = callOf(routes.session.cancelSession);
const ended = sessionOf({ state: 'ended', active: false, version: 2 });
const unconfirmed = { ...ended, unconfirmed: true };
const canceled = sessionOf({ state: 'canceled', active: false, version: 3 });
const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

afterEach(cleanup);

describe('the dashboard', () => {
  const start = (answers: Record<string, Answers>) => {
    const server = fakeApi(answers);
    renderTeacher(<SessionsToConfirm />);
    return server;
  };

  test('offers to mark a class without a register, and links to the list of all such classes', async () => {
    const { sentTo } = start({ [LIST]: answer([{ ...unconfirmed, role: 'owner' }]) });
    const mark = await screen.findByRole('link', { name: /^Mark CS201 on .* now$/ });
    expect(mark.getAttribute('href')).toBe(`/teacher/sessions/${sessionId}`);
    const all = screen.getByRole('link', { name: 'All registers not taken' });
    expect(all.getAttribute('href')).toBe('/teacher/not-taken');
    expect(sentTo(LIST)[0]?.query).toEqual({ unconfirmed: 'true' });
  });

  test('cancels a class that did not take place, after a confirmation', async () => {
    const { sentTo } = start({ [LIST]: [answer([unconfirmed]), answer([])], [CANCEL]: answer(canceled) });
    await press(/^CS201 on .* did not take place$/);
    expect(sentTo(CANCEL)).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel class' }));
    await waitFor(() => expect(screen.queryByText('Did this class take place?')).toBeNull());
    expect(sentTo(CANCEL)).toHaveLength(1);
  });

  test('shows the first five classes without a register', async () => {
    const many = Array.from({ length: 7 }, (_, n) => ({
      ...unconfirmed,
      _id: `${sessionId.slice(0, -1)}${n}`,
    }));
    start({ [LIST]: answer(many) });
    expect(await screen.findByText('Did these classes take place?')).toBeTruthy();
    expect(screen.getAllByText('It did not take place')).toHaveLength(5);
  });

  test('reports a session that ended automatically today', async () => {
    const endTime = new Date(Date.now() - 3_600_000).toISOString();
    const old = {
      ...ended,
      _id: `${sessionId.slice(0, -1)}9`,
      endedUnattended: true,
      endTime: ended.startTime,
    };
    fakeApi({ [LIST]: answer([{ ...ended, endedUnattended: true, endTime }, old]) });
    renderTeacher(<AutoEndedSessions />);
    expect(
      await screen.findByText(/^CS201 ended automatically .*, because its code was no longer shown\.$/),
    ).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/teacher/sessions/${sessionId}`,
    ]);
  });

  test('asks nothing if every class has a register', async () => {
    const { sent } = start({ [LIST]: answer([]) });
    await waitFor(() => expect(sent).toHaveLength(1));
    await act(async () => {});
    expect(screen.queryByText(/take place/)).toBeNull();
  });
});

describe('the list of registers not taken', () => {
  test('loads further pages, and offers assistants only to mark', async () => {
    const assisted = { ...unconfirmed, role: 'assistant', _id: `${sessionId.slice(0, -1)}7` };
    fakeApi({
      [LIST]: ({ query }) =>
        query['cursor'] === undefined
          ? answer([unconfirmed], 200, { Link: '</api/sessions?unconfirmed=true&cursor=next>; rel="next"' })
          : answer([assisted]),
    });
    renderTeacher(<NotTakenPage />);
    await press(/more/i);
    await waitFor(() => expect(screen.getAllByText('Mark now')).toHaveLength(2));
    expect(screen.getAllByText('It did not take place')).toHaveLength(1);
  });

  test('shows that all registers were taken', async () => {
    fakeApi({ [LIST]: answer([]) });
    renderTeacher(<NotTakenPage />);
    expect(await screen.findByText('All registers were taken.')).toBeTruthy();
  });
});

describe('the session page', () => {
  const start = (...states: [Session, ...Session[]]) => {
    const server = fakeApi({
      [GET]: states.map((session) => answer(session)) as Answers,
      [CONFIRM]: answer(ended),
      [callOf(routes.course.listCourses)]: answer([]),
      [callOf(routes.attendance.getRoster)]: answer(rosterOf([])),
      [callOf(routes.attendance.listFlaggedAttempts)]: answer([]),
    });
    renderTeacher(
      <Routes>
        <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
      </Routes>,
      `/sessions/${sessionId}`,
    );
    return server;
  };

  test('asks whether the class took place until the teacher answers', async () => {
    const { sentTo } = start(unconfirmed, ended);
    expect(await screen.findByText('Did this class take place?')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel class' })).toBeNull();
    await press(/took place$/);
    await waitFor(() => expect(screen.queryByText('Did this class take place?')).toBeNull());
    expect(sentTo(CONFIRM)).toHaveLength(1);
  });

  test('keeps the question and shows the reason if the server rejects the answer', async () => {
    const server = start(unconfirmed);
    server.give(CONFIRM, refusal(503));
    await press(/took place$/);
    expect(await screen.findByText('Failed to confirm the class')).toBeTruthy();
    expect(screen.getByText('Did this class take place?')).toBeTruthy();
  });

  test('shows that a session without an end time ended automatically', async () => {
    start({ ...ended, endedUnattended: true });
    expect(await screen.findByText(/^This class ended automatically/)).toBeTruthy();
  });
});
