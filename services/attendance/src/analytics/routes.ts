import { routes } from '@qr-attendance/contracts';
import { type Caller, implement, type Implementation } from '@qr-attendance/server';
import { campusDay } from '../attendance/rules/campus-days.ts';
import type { Pool } from 'pg';
import { attended, counted, percentage, type Totals } from '../rules/rates.ts';
import type { Owners } from '../projections/owners.ts';
import { countOfStaff, countOfStudent, readTotals, type Whose } from './analytics.ts';
import { daysOf } from './rules/period.ts';

interface Context {
  pool: Pool;
  owners: Pick<Owners, 'staffedCourses'>;
  campusTimeZone: string;
  clock: () => Date;
}

const whoseOf = async ({ owners }: Pick<Context, 'owners'>, caller: Caller): Promise<Whose> =>
  caller.userType === 'TEACHER' ? owners.staffedCourses(caller, 'readCourse') : { studentId: caller.id };
const percentageOf = (totals: Totals | undefined) => (totals ? percentage(totals) : null);

export const analyticsRoutes = ({ pool, owners, campusTimeZone, clock }: Context): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, async ({ caller }) => {
    const today = campusDay(clock(), campusTimeZone);
    const whose = await whoseOf({ owners }, caller);
    const [counts, { ever, byDay, byCourse }] = await Promise.all([
      'courseIds' in whose ? countOfStaff(pool, whose) : countOfStudent(pool, whose.studentId),
      readTotals(pool, whose, today, today),
    ]);
    if (!counts) throw new Error('an aggregate answered no row');
    return {
      ...{
        totalStudents: 0,
        attendedSessions: attended(ever),
        totalSessions: counted(ever),
        runningMarks: [],
        courseTotals:
          'studentId' in whose ? [...byCourse].map(([courseId, totals]) => ({ courseId, ...totals })) : [],
      },
      ...counts,
      todayAttendancePercentage: percentageOf(byDay.get(today)),
      attendancePercentage: percentage(ever),
    };
  }),
  implement(routes.attendance.getAttendanceAnalytics, async ({ caller, query }) => {
    const days = daysOf(query.period, clock(), campusTimeZone);
    const [from = '', to = ''] = [days.at(0)?.date, days.at(-1)?.date];
    const { byDay } = await readTotals(pool, await whoseOf({ owners }, caller), from, to);
    return days.map(({ date, name }) => ({ date, name, attendance: percentageOf(byDay.get(date)) }));
  }),
];
