import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { OPEN_POLICY, routes, type AnalyticsSummary, type RouteContract } from '@qr-attendance/contracts';
import { answer, callOf, failuresOf, fakeApi, type Answers } from '@qr-attendance/web-kit/testing';
import specified from '@qr-attendance/web-kit/texts/specified';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { TeacherRoutes } from '../src/teacher-routes.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, sessionId, sessionOf } from './samples.ts';

// jsdom cannot lay out SVG.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

interface Row {
  key: keyof typeof specified;
  route: RouteContract;
  path: string;
  /** The default is 400, because the page retries other failures for a while. */
  status?: number;
  act?: () => Promise<unknown>;
}
const { attendance, course, session } = routes;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const endSession = async () => {
  await press('End Session');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End Session' }));
};
const SESSION = `/sessions/${sessionId}`;

const rows: Row[] = [
  { key: 'dashboardFailed', route: attendance.getAnalyticsSummary, path: '' },
  { key: 'coursesFailed', route: course.listCourses, path: '/courses' },
  {
    key: 'createCourseFailed',
    route: course.createCourse,
    path: '/courses',
    act: async () => {
      await press('Add New Course');
      fireEvent.change(await screen.findByLabelText('Course Name'), { target: { value: 'Compilers' } });
      fireEvent.change(screen.getByLabelText('Course Code'), { target: { value: 'CS301' } });
      fireEvent.mouseDown(screen.getByLabelText('Semester'));
      fireEvent.click(await screen.findByTitle('3'));
      await press('Create Course');
    },
  },
  {
    key: 'generateFailed',
    route: session.createSession,
    path: '/generate',
    act: () => press('Generate QR Code'),
  },
  { key: 'sessionsFailed', route: session.listSessions, path: '/sessions' },
  { key: 'deactivateFailed', route: session.endSession, path: '/sessions', act: endSession },
  // The server rejects the request only if the teacher has no such session.
  { key: 'sessionFailed', route: session.getSession, path: SESSION, status: 500 },
  { key: 'sessionNotFound', route: session.getSession, path: SESSION, status: 404 },
  { key: 'endSessionFailed', route: session.endSession, path: SESSION, act: endSession },
  { key: 'reportsFailed', route: attendance.listAttendance, path: '/reports' },
  { key: 'recordsFailed', route: attendance.getRoster, path: SESSION },
];

const summary: AnalyticsSummary = {
  totalStudents: 0,
  totalCourses: 1,
  activeSessions: 1,
  todayAttendancePercentage: null,
  attendancePercentage: null,
  attendedSessions: 0,
  totalSessions: 0,
  runningMarks: [],
  courseTotals: [],
};
const running = sessionOf({ state: 'running' });
const usual: Record<string, Answers> = {
  [callOf(course.listCourses)]: answer([algorithms]),
  [callOf(session.listSessions)]: answer([running]),
  [callOf(session.getSession)]: answer(running),
  [callOf(session.getSessionDefaults)]: answer(OPEN_POLICY),
  [callOf(attendance.getAnalyticsSummary)]: answer(summary),
  [callOf(attendance.getAttendanceAnalytics)]: answer([]),
  [callOf(attendance.listAttendance)]: answer([]),
  [callOf(attendance.listFlaggedAttempts)]: answer([]),
  [callOf(attendance.getRoster)]: answer({ entries: [] }),
  [callOf(attendance.listRefusedTries)]: answer({ students: [], others: 0 }),
  [callOf(attendance.getAttendanceTotals)]: answer({ present: 0, late: 0, absent: 0, excused: 0 }),
};

afterEach(cleanup);

describe.each(rows)(
  '$key: the teacher’s page $path shows this text when $route.method $route.path fails',
  (row) => {
    test.each(failuresOf(specified[row.key], row.status))('$how', async ({ failed, said, unsaid }) => {
      fakeApi({ ...usual, [callOf(row.route)]: failed });
      renderTeacher(
        <Routes>
          <Route path="/teacher/*" element={<TeacherRoutes />} />
        </Routes>,
        row.path,
      );
      await row.act?.();
      expect(await screen.findAllByText(said)).not.toHaveLength(0);
      expect(screen.queryByText(unsaid)).toBeNull();
    });
  },
);
