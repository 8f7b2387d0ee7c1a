import { afterEach, expect, test } from '@jest/globals';
import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { ApiError, type ApiClient, type Host, type StreamedEvent } from '@qr-attendance/web-kit';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import './dialog-element.ts';
import { makeHost, renderTeacher } from './fake-host.tsx';
import { markOf, sessionId } from './marks.ts';

const { attendance, course, session } = routes;
const running = {
  ...markOf(1).session,
  teacher: { _id: '20000000-0000-4000-8000-000000000001', name: 'Ada' },
  active: true,
  lateAfterMinutes: 10,
  attendanceCount: 0,
};

/** Opens the page of a running session whose stream says what it is told to. */
const start = () => {
  const server: { marks: AttendanceRecord[]; failing: boolean } = { marks: [], failing: false };
  const { host } = makeHost(({ route }) => {
    if (route === session.getSession) return running;
    if (route === course.listCourses || route === attendance.listFlaggedAttempts) return [];
    if (route === attendance.listAttendance && server.failing) throw new ApiError(404);
    return server.marks;
  });
  const said: StreamedEvent[] = [];
  let wake = () => {};
  const stream = async function* (_route: object, { signal }: { signal: AbortSignal }) {
    signal.addEventListener('abort', () => wake());
    while (!signal.aborted) {
      const next = said.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:id" element={<SessionPage />} />
    </Routes>,
    { ...host, api: { ...host.api, stream } as unknown as ApiClient } as Host,
    `/sessions/${sessionId}`,
  );
  const say = (event: string, data: unknown = '') => {
    said.push({ event, data: typeof data === 'string' ? data : JSON.stringify(data) });
    wake();
  };
  return { server, say };
};
const waits = { timeout: 20_000 };
const INTERRUPTED = 'Live updates are interrupted; refreshing every 5 s.';

afterEach(cleanup);

test('a roster whose stream is down says so and is fetched again and again, until it is live again', async () => {
  const { server, say } = start();
  say('connected');
  await screen.findByText('No attendance records yet', {}, waits);
  say('disconnected');
  expect(await screen.findByText(INTERRUPTED, {}, waits)).toBeTruthy();
  server.marks = [markOf(1)];
  expect(await screen.findByText('Student 1', {}, waits)).toBeTruthy();
  say('connected');
  await waitFor(() => expect(screen.queryByText(INTERRUPTED)).toBeNull(), waits);
  say('mark', markOf(2));
  expect(await screen.findByText('Student 2', {}, waits)).toBeTruthy();
  expect(screen.getByText('Student 1')).toBeTruthy();
});

test('an event that the page can’t read ends nothing: the list is fetched instead', async () => {
  const { server, say } = start();
  say('connected');
  await screen.findByText('No attendance records yet', {}, waits);
  server.marks = [markOf(1)];
  say('mark', '{"from":"a newer server"}');
  expect(await screen.findByText('Student 1', {}, waits)).toBeTruthy();
  say('mark', markOf(2));
  expect(await screen.findByText('Student 2', {}, waits)).toBeTruthy();
});

test('a load that fails takes no marks away', async () => {
  const { server, say } = start();
  server.marks = [markOf(1)];
  say('connected');
  await screen.findByText('Student 1', {}, waits);
  server.failing = true;
  say('connected');
  say('mark', markOf(2));
  expect(await screen.findByText('Student 2', {}, waits)).toBeTruthy();
  expect(screen.getByText('Student 1')).toBeTruthy();
});
