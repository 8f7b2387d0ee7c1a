import type { AnalyticsSummary } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { Analytics } from './analytics.ts';
import { campusDay, daysOf, type Period } from './rules/period.ts';
import { attended, counted, percentage } from './rules/rates.ts';

interface Deps {
  analytics: Analytics;
  zone: string;
}

/** The numbers of a dashboard: a teacher's own courses, or a student's own marks. */
export const makeSummarize =
  ({ analytics, zone }: Deps) =>
  async ({ id, userType }: Caller): Promise<AnalyticsSummary> => {
    const today = campusDay(new Date(), zone);
    if (userType === 'TEACHER') {
      const [counts, ever, now] = await Promise.all([
        analytics.teacherCounts(id),
        analytics.teacherTotals(id),
        analytics.teacherTotals(id, today),
      ]);
      return {
        totalStudents: counts.students,
        totalCourses: counts.courses,
        activeSessions: counts.activeSessions,
        todayAttendancePercentage: percentage(now),
        attendancePercentage: percentage(ever),
        attendedSessions: counts.heldSessions,
        totalSessions: counts.sessions,
      };
    }
    const [counts, ever, now] = await Promise.all([
      analytics.studentCounts(id),
      analytics.studentTotals(id),
      analytics.studentTotalsOn(id, today),
    ]);
    return {
      totalStudents: 0,
      totalCourses: counts.courses,
      activeSessions: counts.activeSessions,
      todayAttendancePercentage: percentage(now),
      attendancePercentage: percentage(ever),
      attendedSessions: attended(ever),
      totalSessions: counted(ever),
    };
  };

/** Attendance by day of a period; a day without a session has no percentage. */
export const makeChartAttendance =
  ({ analytics, zone }: Deps) =>
  async ({ id, userType }: Caller, period: Period) => {
    const days = daysOf(period, new Date(), zone);
    const [from = '', to = ''] = [days.at(0)?.date, days.at(-1)?.date];
    const byDay = userType === 'TEACHER' ? analytics.teacherByDay : analytics.studentByDay;
    const totals = await byDay(id, from, to);
    return days.map(({ date, name }) => {
      const ofDay = totals.get(date);
      return { date, name, attendance: ofDay ? percentage(ofDay) : null };
    });
  };
