import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { createStream } from './live-stream.ts';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, rosterOf, sessionId, sessionOf } from './samples.ts';

const { attendance, course, session } = routes;
const LIVE = callOf(attendance.streamAttendance);

const start = (enrolled: number[] = []) => {
  const server = { marks: new Array<AttendanceRecord>(), enrolled, failing: false };
  const line = createStream();
  const { sentTo, hold } = fakeApi({
    [callOf(session.getSession)]: answer(sessionOf()),
    [callOf(course.listCourses)]: answer([]),
    [callOf(attendance.listFlaggedAttempts)]: answer([]),
    [callOf(attendance.listRefusedTries)]: answer({ students: [], others: 0 }),
    [callOf(attendance.getRoster)]: () =>
      server.failing ? refusal(404) : answer(rosterOf(server.marks, server.enrolled.map(enrolledOf))),
    [LIVE]: line.connect,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
    </Routes>,
    `/sessions/${sessionId}`,
  );
  return {
    server,
    line,
    hold,
    connections: () => sentTo(LIVE).length,
    reads: () => sentTo(callOf(attendance.getRoster)).length,
  };
};
const waits = { timeout: 20_000 };
const INTERRUPTED = 'Live updates are interrupted. Refreshing every 5 s.';

// Reconnection attempts come 0.6, 1.8, 4.2 and 9 s after the interruption; the last one soon after the first
// poll, at 8 s.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.2));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('announces an interrupted stream and polls the roster until it is live again', async () => {
  const { server, line } = start();
  await screen.findByText('No attendance records yet', {}, waits);
  line.drop({ accepting: false });
  expect(await screen.findByText(INTERRUPTED, {}, waits)).toBeTruthy();
  server.marks = [markOf(1)];
  expect(await screen.findByText('Student 1', {}, waits)).toBeTruthy();
  line.restore();
  await waitFor(() => expect(screen.queryByText(INTERRUPTED)).toBeNull(), waits);
  line.say('mark', markOf(2));
  expect(await screen.findByText('Student 2', {}, waits)).toBeTruthy();
  expect(screen.getByText('Student 1')).toBeTruthy();
});

test('refetches the roster when the session has changed', async () => {
  const { server, line } = start();
  await screen.findByText('No attendance records yet', {}, waits);
  server.marks = [markOf(1)];
  line.say('changed', '{}');
  expect(await screen.findByText('Student 1', {}, waits)).toBeTruthy();
});

test('refetches the roster after an unreadable event', async () => {
  const { server, line } = start();
  await screen.findByText('No attendance records yet', {}, waits);
  server.marks = [markOf(1)];
  line.say('mark', '{"from":"a newer server"}');
  expect(await screen.findByText('Student 1', {}, waits)).toBeTruthy();
  line.say('mark', markOf(2));
  expect(await screen.findByText('Student 2', {}, waits)).toBeTruthy();
});

test('keeps the marks if a refetch fails', async () => {
  const { server, line, connections } = start();
  server.marks = [markOf(1)];
  await screen.findByText('Student 1', {}, waits);
  server.failing = true;
  line.drop({ accepting: true });
  await waitFor(() => expect(connections()).toBe(2), waits);
  line.say('mark', markOf(2));
  expect(await screen.findByText('Student 2', {}, waits)).toBeTruthy();
  expect(screen.getByText('Student 1')).toBeTruthy();
});

test('moves the row of an arriving mark from the missing to the present students', async () => {
  const { line } = start([1, 2]);
  expect(await screen.findByText('0 of 2', {}, waits)).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'No mark yet 2' }));
  expect(screen.getByText('Student 1')).toBeTruthy();
  line.say('mark', markOf(1));
  await waitFor(() => expect(screen.queryByText('Student 1')).toBeNull(), waits);
  expect(screen.getByText('1 of 2')).toBeTruthy();
  expect(screen.getByText('Student 2')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Present 1' }));
  expect(screen.getByText('Student 1').closest('tr')?.className).toContain('roster-arrival');
});

test('removes a mark that was undone on another page', async () => {
  const { server, line } = start([1]);
  server.marks = [markOf(1)];
  expect(await screen.findByText('1 of 1', {}, waits)).toBeTruthy();
  server.marks = [];
  line.say('withdrawn', { _id: markOf(1)._id });
  expect(await screen.findByText('0 of 1', {}, waits)).toBeTruthy();
  line.say('withdrawn', '{"from":"a newer server"}');
  line.say('mark', markOf(1, { version: 2 }));
  expect(await screen.findByText('1 of 1', {}, waits)).toBeTruthy();
});

test('keeps a mark that was made again right after it was undone', async () => {
  const { server, line } = start([1, 2]);
  server.marks = [markOf(1)];
  expect(await screen.findByText('1 of 2', {}, waits)).toBeTruthy();
  line.say('withdrawn', { _id: markOf(1)._id });
  line.say('mark', markOf(1, { version: 2 }));
  line.say('mark', markOf(2));
  expect(await screen.findByText('2 of 2', {}, waits)).toBeTruthy();
});

test('removes a mark that was undone right after it was made', async () => {
  const { line } = start([1, 2]);
  expect(await screen.findByText('0 of 2', {}, waits)).toBeTruthy();
  line.say('mark', markOf(1));
  line.say('withdrawn', { _id: markOf(1)._id });
  line.say('mark', markOf(2));
  expect(await screen.findByText('1 of 2', {}, waits)).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Present 1' }));
  expect(screen.getByText('Student 2')).toBeTruthy();
});

test('removes a mark that was undone while the stream was interrupted', async () => {
  const { server, line, connections } = start([1]);
  server.marks = [markOf(1)];
  expect(await screen.findByText('1 of 1', {}, waits)).toBeTruthy();
  server.marks = [];
  line.drop({ accepting: true });
  await waitFor(() => expect(connections()).toBe(2), waits);
  expect(await screen.findByText('0 of 1', {}, waits)).toBeTruthy();
});

test('removes a mark that was undone while the roster was being read', async () => {
  const { server, line, hold, reads } = start([1, 2]);
  server.marks = [markOf(1)];
  expect(await screen.findByText('1 of 2', {}, waits)).toBeTruthy();
  // The request begins before the mark is undone, and ends after it.
  const before = reads();
  const release = hold();
  line.say('changed', '{}');
  await waitFor(() => expect(reads()).toBe(before + 1), waits);
  line.say('withdrawn', { _id: markOf(1)._id });
  expect(await screen.findByText('0 of 2', {}, waits)).toBeTruthy();
  server.marks = [markOf(1), markOf(2)];
  release();
  expect(await screen.findByText('1 of 2', {}, waits)).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Present 1' }));
  expect(screen.getByText('Student 2')).toBeTruthy();
});
