import type { DayOverview } from '@qr-attendance/contracts';
import { type Caller, campusDay, endOfDay, type StaffAccess, startOfDay } from '@qr-attendance/server';
import { isUnconfirmed } from '../../core/sessions/rules/session-answers.ts';
import { courseIdsOf, type Session } from '../../core/sessions/rules/session.ts';
import { countByUnit, stateToday } from './rules/count-by-unit.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { Course, Courses, Marks } from '../../projections/projections.ts';
import type { Units } from '../../projections/units.ts';

export interface DayStores {
  sessions: Sessions;
  courses: Courses;
  units: Units;
  staffAccess: Pick<StaffAccess<Course>, 'readableUnits'>;
  marks: Marks;
  campusTimeZone: string;
  clock: () => Date;
}

/** The units that a caller may read, including all units below; undefined for the whole institution. */
export const readableUnitIds = async (
  { staffAccess, units }: Pick<DayStores, 'staffAccess' | 'units'>,
  caller: Caller,
): Promise<Set<string> | undefined> => {
  const readable = await staffAccess.readableUnits(caller);
  return readable && units.withAllBelow(readable);
};

export const getDayOverview = async (context: DayStores, caller: Caller): Promise<DayOverview> => {
  const now = context.clock();
  const zone = context.campusTimeZone;
  const today = campusDay(now, zone);
  const readable = await readableUnitIds(context, caller);
  const courseIds = readable && (await context.courses.idsOfUnits([...readable]));
  const all = await context.sessions.listBetween(startOfDay(today, zone), endOfDay(today, zone), courseIds);
  const courses = await context.courses.findAll([...new Set(all.flatMap(courseIdsOf))]);
  const unitOf = new Map(courses.map(({ id, unitId }) => [id, unitId || undefined]));
  const readableCourse = (session: Session) =>
    courseIdsOf(session).find((id) => !readable || readable.has(unitOf.get(id) ?? ''));
  const sessions = all.filter((session) => readableCourse(session) !== undefined);
  const proven = await context.marks.whichProve(sessions.filter((session) => isUnconfirmed(session, now)));
  const counted = sessions.map((session) => ({
    state: stateToday(session, proven.has(session.id), now),
    unitId: unitOf.get(readableCourse(session) ?? ''),
  }));
  const units = await context.units.listByIds([...new Set(unitOf.values())]);
  return { day: today, ...countByUnit(counted, units) };
};
