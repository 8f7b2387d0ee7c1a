import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  IDEMPOTENCY_KEY_HEADER,
  newSessionSchema,
  OPEN_POLICY,
  routes,
  type Session,
} from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, lostConnection, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useParams } from 'react-router';
import { StartNow } from '../src/features/dashboard/components/start-now.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, sessionId, sessionOf } from './samples.ts';

// The test runs at ten in the morning, because a class that would end after midnight gets no end.
jest.useFakeTimers({
  now: Date.parse('2026-09-14T10:00:00.000Z'),
  doNotFake: [
    ...([
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
    ] as const),
    ...(['nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const),
    ...(['requestAnimationFrame', 'cancelAnimationFrame'] as const),
  ],
});
afterAll(() => void jest.useRealTimers());

const { createSession, listSessions, getSessionDefaults } = routes.session;
const CREATE = callOf(createSession);
const weekAgo = (minutesLater = 0) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 - 7 * 86_400_000 + minutesLater * 60_000).toISOString();
const lastWeek = sessionOf({ active: false, state: 'ended', startTime: weekAgo(), endTime: weekAgo(90) });
const other = { ...algorithms, _id: '66f000000000000000000c02', code: 'CS301' };

const Opened = () => <p>Opened {useParams()['sessionId']}</p>;
const start = (
  created: Answers,
  { recent = [lastWeek], running = [] as Session[], courses = [algorithms, other] } = {},
) => {
  const server = fakeApi({
    [callOf(routes.course.listCourses)]: answer(courses),
    [callOf(listSessions)]: ({ query }) => answer(query['active'] ? running : recent),
    [callOf(getSessionDefaults)]: answer({ ...OPEN_POLICY, requirePin: true, lateAfterMinutes: 15 }),
    [CREATE]: created,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher" element={<StartNow />} />
      <Route path="/teacher/sessions/:sessionId" element={<Opened />} />
    </Routes>,
  );
  return { created: () => server.sentTo(CREATE), sentTo: server.sentTo };
};
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Start CS201 now' }));

afterEach(cleanup);

describe('the dashboard card', () => {
  test('starts the class that usually meets at this hour, with its usual length, and opens it', async () => {
    const { created } = start(answer(sessionOf(), 201));
    expect(await screen.findByText('Algorithms (CS201)')).toBeTruthy();
    expect(await screen.findByText(/^Until .* · PIN · Late after 15 minutes$/)).toBeTruthy();
    await press();
    expect(await screen.findByText(`Opened ${sessionId}`)).toBeTruthy();
    expect(created()).toHaveLength(1);
    const body = newSessionSchema.parse(created()[0]?.body);
    expect(body).toMatchObject({ courseId, useLocation: false });
    expect(Date.parse(body.endTime ?? '') - Date.parse(body.startTime)).toBe(90 * 60_000);
    expect(body).not.toHaveProperty('policy');
    expect(body).not.toHaveProperty('lateAfterMinutes');
  });

  test('shows that the session has no end if there is no usual length', async () => {
    const { created } = start(answer(sessionOf(), 201), { recent: [], courses: [algorithms] });
    expect(await screen.findByText(/^Until you end it/)).toBeTruthy();
    await press();
    await waitFor(() => expect(created()[0]?.body).toMatchObject({ endTime: '' }));
  });

  test('offers the running session instead of opening a second session', async () => {
    const { created } = start(lostConnection, { running: [sessionOf()] });
    await press();
    expect((await screen.findByText(/^CS201 has been running since/)).textContent).toMatch(/Open it\?$/);
    expect(screen.getByRole('link', { name: 'Open class' }).getAttribute('href')).toBe(
      `/teacher/sessions/${sessionId}`,
    );
    expect(screen.queryByRole('button', { name: 'Start CS201 now' })).toBeNull();
    expect(created()).toEqual([]);
  });

  test('shows why opening failed, and retries with the same idempotency key', async () => {
    const { created } = start(lostConnection);
    await press();
    expect(await screen.findByText('Failed to generate QR code')).toBeTruthy();
    await press();
    await waitFor(() => expect(created()).toHaveLength(2));
    const [first, second] = created();
    expect(first?.headers[IDEMPOTENCY_KEY_HEADER]).toMatch(/^"[0-9a-f-]{36}"$/);
    expect(second?.headers[IDEMPOTENCY_KEY_HEADER]).toBe(first?.headers[IDEMPOTENCY_KEY_HEADER]);
    expect(second?.body).toEqual(first?.body);
  });

  test('is hidden if no class is about to start', async () => {
    const { sentTo } = start(lostConnection, {
      recent: [{ ...lastWeek, startTime: weekAgo(120), endTime: weekAgo(180) }],
    });
    await waitFor(() => expect(sentTo(callOf(listSessions))).toHaveLength(1));
    await waitFor(() => expect(sentTo(callOf(routes.course.listCourses))).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
