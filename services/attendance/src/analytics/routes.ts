import { routes } from '@qr-attendance/contracts';
import { type Caller, implement, type Implementation } from '@qr-attendance/server';
import { campusDay } from '../attendance/rules/campus-days.ts';
import { attended, counted, percentage, type Totals } from '../attendance/rules/rates.ts';
import type { Analytics, Whose } from './analytics.ts';
import { daysOf } from './rules/period.ts';

interface Context {
  analytics: Analytics;
  campusTimeZone: string;
  clock: () => Date;
}

const whoseOf = ({ id, userType }: Caller): Whose =>
  userType === 'TEACHER' ? { teacherId: id } : { studentId: id };
const percentageOf = (totals: Totals | undefined) => (totals ? percentage(totals) : null);

export const analyticsRoutes = ({ analytics, campusTimeZone, clock }: Context): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, async ({ caller }) => {
    const today = campusDay(clock(), campusTimeZone);
    const { teacherCounts, studentCounts } = analytics;
    const [counts, { ever, byDay }] = await Promise.all([
      caller.userType === 'TEACHER' ? teacherCounts(caller.id) : studentCounts(caller.id),
      analytics.totals(whoseOf(caller), today, today),
    ]);
    if (!counts) throw new Error('an aggregate answered no row');
    return {
      ...{
        totalStudents: 0,
        attendedSessions: attended(ever),
        totalSessions: counted(ever),
        runningMarks: [],
      },
      ...counts,
      todayAttendancePercentage: percentageOf(byDay.get(today)),
      attendancePercentage: percentage(ever),
    };
  }),
  implement(routes.attendance.getAttendanceAnalytics, async ({ caller, query }) => {
    const days = daysOf(query.period, clock(), campusTimeZone);
    const [from = '', to = ''] = [days.at(0)?.date, days.at(-1)?.date];
    const { byDay } = await analytics.totals(whoseOf(caller), from, to);
    return days.map(({ date, name }) => ({ date, name, attendance: percentageOf(byDay.get(date)) }));
  }),
];
