import type { AnalyticsSummary, AttendanceAnalyticsEntry } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import { campusDay } from '../attendance/rules/campus-days.ts';
import { attended, counted, percentage, type Totals } from '../attendance/rules/rates.ts';
import type { Analytics } from './analytics.ts';
import { daysOf, type Period } from './rules/period.ts';

export interface Summarizing {
  analytics: Analytics;
  campusTimeZone: string;
  clock: () => Date;
}

const percentageOf = (totals: Totals | undefined) => (totals ? percentage(totals) : null);

const summarizeCourses = async (
  { analytics, campusTimeZone, clock }: Summarizing,
  teacherId: string,
): Promise<AnalyticsSummary> => {
  const today = campusDay(clock(), campusTimeZone);
  const [counts, ever, byDay] = await Promise.all([
    analytics.teacherCounts(teacherId),
    analytics.teacherTotals(teacherId),
    analytics.teacherByDay(teacherId, today, today),
  ]);
  return {
    totalStudents: counts.students,
    totalCourses: counts.courses,
    activeSessions: counts.activeSessions,
    todayAttendancePercentage: percentageOf(byDay.get(today)),
    attendancePercentage: percentage(ever),
    attendedSessions: counts.heldSessions,
    totalSessions: counts.sessions,
    runningMarks: [],
  };
};

const summarizeOwnMarks = async (
  { analytics, campusTimeZone, clock }: Summarizing,
  studentId: string,
): Promise<AnalyticsSummary> => {
  const today = campusDay(clock(), campusTimeZone);
  const [counts, ever, byDay] = await Promise.all([
    analytics.studentCounts(studentId),
    analytics.studentTotals(studentId),
    analytics.studentByDay(studentId, today, today),
  ]);
  return {
    totalStudents: 0,
    totalCourses: counts.courses,
    activeSessions: counts.activeSessions,
    todayAttendancePercentage: percentageOf(byDay.get(today)),
    attendancePercentage: percentage(ever),
    attendedSessions: attended(ever),
    totalSessions: counted(ever),
    runningMarks: counts.runningMarks.map((mark) => ({
      ...mark,
      timestamp: new Date(mark.timestamp).toISOString(),
    })),
  };
};

export const summarize = (context: Summarizing, { id, userType }: Caller): Promise<AnalyticsSummary> =>
  userType === 'TEACHER' ? summarizeCourses(context, id) : summarizeOwnMarks(context, id);

export const chartAttendance = async (
  { analytics, campusTimeZone, clock }: Summarizing,
  { id, userType }: Caller,
  period: Period,
): Promise<AttendanceAnalyticsEntry[]> => {
  const days = daysOf(period, clock(), campusTimeZone);
  const [from = '', to = ''] = [days.at(0)?.date, days.at(-1)?.date];
  const byDay = userType === 'TEACHER' ? analytics.teacherByDay : analytics.studentByDay;
  const totals = await byDay(id, from, to);
  return days.map(({ date, name }) => ({ date, name, attendance: percentageOf(totals.get(date)) }));
};
