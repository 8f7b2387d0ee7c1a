import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { RunningMark } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { answer, type Answers } from '@qr-attendance/web-kit/testing';
import { openArea } from './support/open-area.tsx';
import { course, record, summary } from './support/samples.ts';

jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

const open = (over: Record<string, Answers> = {}) =>
  openArea('/student', {
    'GET /api/analytics/summary': answer(summary()),
    'GET /api/attendance': answer([]),
    'GET /api/courses': answer([]),
    'GET /api/attendance/changes': answer({ changes: [], isMore: false }),
    ...over,
  });
afterEach(cleanup);

test('explains each empty card to a student without courses and sessions', async () => {
  open();
  expect(await screen.findByText('No attendance data available')).toBeTruthy();
  expect(await screen.findByText('No courses enrolled')).toBeTruthy();
  expect(await screen.findByText('No recent attendance records')).toBeTruthy();
});

const hrefsOf = (name: string) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

test('links each empty card to the next step: enrolling, or scanning once enrolled', async () => {
  open();
  await waitFor(() => expect(hrefsOf('Enroll in Courses')).toEqual(Array(3).fill('/student/enroll')));
  cleanup();
  open({ 'GET /api/courses': answer([course()]) });
  await waitFor(() => expect(hrefsOf('Scan QR Code')).toEqual(Array(3).fill('/student/scan')));
});

test('shows a chart of the attendance after the first session', async () => {
  const numbers = summary({ attendedSessions: 7, totalSessions: 10, attendancePercentage: 70 });
  open({
    'GET /api/analytics/summary': answer(numbers),
    'GET /api/attendance': answer([record]),
    'GET /api/courses': answer([course()]),
  });
  const chart = await screen.findByRole('figure', { name: 'Present vs Absent' });
  expect(chart.querySelector('table')?.textContent).toMatch(/Present7 \(70%\).*Absent3 \(30%\)/);
  expect(screen.getAllByText('7 (70%)')).toHaveLength(2);
  expect(screen.queryByText('No attendance data available')).toBeNull();
  expect((await screen.findAllByText('Algorithms')).length).toBe(2);
});

const mark = (over: Partial<RunningMark> = {}): RunningMark => ({
  sessionId: '66f000000000000000005e01',
  courseName: 'Algorithms',
  timestamp: '2026-09-14T09:03:00.000Z',
  status: 'PRESENT',
  ...over,
});

test('shows the mark in the running class and no further action', async () => {
  const numbers = summary({ activeSessions: 1, runningMarks: [mark()] });
  open({ 'GET /api/analytics/summary': answer(numbers) });
  const title = `You are marked present, ${formatTime(mark().timestamp)}`;
  const banner = await screen.findByRole('region', { name: title });
  expect(banner.textContent).toContain('Algorithms');
  expect(within(banner).getByRole('link').getAttribute('href')).toBe('/student/history');
});

test('shows the rate in each course that has had a class', async () => {
  const totals = { present: 4, late: 1, absent: 2, excused: 3 };
  open({
    'GET /api/analytics/summary': answer(summary({ courseTotals: [{ courseId: course()._id, ...totals }] })),
    'GET /api/courses': answer([course()]),
  });
  expect(await screen.findByText('5 of 7 classes, 71.4%')).toBeTruthy();
});

test('asks for a mark in the unmarked class when two are running', async () => {
  const numbers = summary({ activeSessions: 2, runningMarks: [mark()] });
  open({ 'GET /api/analytics/summary': answer(numbers) });
  expect(await screen.findByText('1 of your classes is taking attendance now.')).toBeTruthy();
});

test('lists changes with links to their records, and keeps them after reporting them as seen', async () => {
  const session = { ...record.session, course: { _id: course()._id, name: 'Algorithms', code: 'CS201' } };
  const at = '2026-09-14T12:00:00.000Z';
  const until = '2026-09-14T12:00:00.001Z';
  const { bodiesOf } = open({
    'GET /api/attendance/changes': answer({
      changes: [
        { kind: 'class_canceled', at, session, by: 'Ada Lovelace' },
        { kind: 'status_changed', at, session, by: 'Ada Lovelace', from: null, to: 'PRESENT' },
      ],
      until,
      isMore: false,
    }),
    'POST /api/attendance/changes/seen': answer(undefined, 204),
  });
  expect(await screen.findByText('Class: planned → canceled')).toBeTruthy();
  expect(screen.getByText('No mark → Present')).toBeTruthy();
  const [first, second] = screen.getAllByRole('link', { name: /^.?Algorithms \(CS201\)/ });
  expect(first?.getAttribute('href')).toBe(`/student/history?course=${session.course._id}`);
  expect(second?.getAttribute('href')).toBe(`/student/history?session=${session._id}`);
  await waitFor(() => expect(bodiesOf('POST /api/attendance/changes/seen')).toEqual([{ until }]));
  expect(screen.getByText('No mark → Present')).toBeTruthy();
});

test('links to the other pages of the area', async () => {
  open();
  const links = (await screen.findByRole('navigation', { name: 'Shortcuts' })).querySelectorAll('a');
  expect([...links].map((link) => link.getAttribute('href'))).toEqual([
    '/student/scan',
    '/student/history',
    '/student/enroll',
    '/student/security',
    '/student/reports',
  ]);
});
