import { afterEach, expect, jest, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { DashboardPage } from '../src/features/dashboard/pages/dashboard-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, openDefaults } from './samples.ts';

// jsdom cannot lay out SVG.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

afterEach(cleanup);

const summary = {
  totalStudents: 2,
  totalCourses: 3,
  activeSessions: 0,
  todayAttendancePercentage: null,
  attendancePercentage: null,
  attendedSessions: 0,
  totalSessions: 0,
  runningMarks: [],
  courseTotals: [],
};
const archived = { ...algorithms, _id: `${courseId.slice(0, -1)}9`, code: 'CS199', archived: true };

const start = (courses: Answers) => {
  fakeApi({
    [callOf(routes.course.listCourses)]: courses,
    [callOf(routes.attendance.getAnalyticsSummary)]: answer(summary),
    [callOf(routes.attendance.getAttendanceAnalytics)]: answer([]),
    [callOf(routes.attendance.listAttendance)]: answer([]),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
  });
  renderTeacher(<DashboardPage />);
};
const totalCourses = () => screen.getByText('Total Courses').parentElement?.textContent;

test('excludes archived courses from Total Courses', async () => {
  start(answer([algorithms, { ...algorithms, _id: `${courseId.slice(0, -1)}8`, code: 'CS202' }, archived]));
  await waitFor(() => expect(totalCourses()).toBe('Total Courses2'));
});

test('uses the summary’s Total Courses if the courses cannot be loaded', async () => {
  start(refusal(400));
  await waitFor(() => expect(totalCourses()).toBe('Total Courses3'));
});
