import { setImmediate } from 'node:timers/promises';
import {
  allows,
  type CalendarClass,
  type StoredRule,
  rolesIn,
  scopeOfCourse,
  type PermittedCourses,
} from '@qr-attendance/contracts';
import { type Caller, endOfDay, startOfDay } from '@qr-attendance/server';
import { type CourseStores, findCourses } from '../../projections/find-courses.ts';
import type { Course, Enrollments, Marks, Terms } from '../../projections/projections.ts';
import { daysOfPeriod, expandSeries, type PlannedClass } from '../../core/series/rules/expand-series.ts';
import type { Series, SeriesStore } from '../../core/series/series.ts';
import {
  isUnconfirmed,
  movedFrom,
  presentCourse,
  unknownCourse,
} from '../../core/sessions/rules/session-answers.ts';
import { courseIdsOf, stateOf, type Session } from '../../core/sessions/rules/session.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';

export interface Calendar extends CourseStores {
  sessions: Sessions;
  series: SeriesStore;
  terms: Terms;
  rooms: Rooms;
  enrollments: Enrollments;
  marks: Marks;
  campusTimeZone: string;
}

/** @property sequence increases with each change, including the creation of a planned class */
type SequencedClass = CalendarClass & { sequence: number };

interface Period {
  from: Date;
  to: Date;
}
const SESSIONS_PER_PAGE = 2_000;
/** Series are expanded in batches, so that other requests are answered in between. */
const SERIES_AT_ONCE = 10;

const periodOfDays = (from: string, to: string, zone: string): Period => ({
  from: startOfDay(from, zone),
  to: endOfDay(to, zone),
});

const presentSession = (
  session: Session,
  course: Course | undefined,
  isDoubtful: boolean,
  now: Date,
): CalendarClass => ({
  course: presentCourse(course ?? unknownCourse(session.courseId)),
  date: session.date,
  startTime: session.startTime.toISOString(),
  ...(session.endTime ? { endTime: session.endTime.toISOString() } : {}),
  state: stateOf(session, now),
  sessionId: session.id,
  ...(session.series ? { series: { id: session.series.id, key: session.series.key } } : {}),
  ...(session.room ? { room: session.room } : {}),
  ...(session.online ? { online: true } : {}),
  ...movedFrom(session),
  ...(isDoubtful ? { unconfirmed: true } : {}),
});

const seenCourseId = (
  series: Series,
  { sections = [] }: Pick<StoredRule, 'sections'>,
  { courseIds, only }: PermittedCourses,
): string | undefined =>
  courseIdsOf({ courseId: series.courseId, sections }).find((id) => {
    const covered = sections.filter(({ courseId }) => courseId === id);
    const limited = only?.courseIds.includes(id) && covered.length > 0;
    const seesSections = !limited || covered.some(({ sectionId }) => only?.sectionIds.includes(sectionId));
    return courseIds.includes(id) && seesSections;
  });

const listPlanned = async (
  context: Calendar,
  allSeries: Series[],
  courses: Map<string, Course>,
  { from, to }: Period,
  visible: PermittedCourses,
): Promise<SequencedClass[]> => {
  const terms = await context.terms.breaksByTerm(
    [...courses.values()].flatMap(({ termId }) => (termId ? [termId] : [])),
  );
  const now = context.clock();
  const days = daysOfPeriod({ from: from > now ? from : now, to }, context.campusTimeZone);
  const expanded: { series: Series; wanted: (PlannedClass & { course: Course })[] }[] = [];
  for (const [index, series] of allSeries.entries()) {
    if (index % SERIES_AT_ONCE === SERIES_AT_ONCE - 1) await setImmediate();
    const course = courses.get(series.courseId);
    if (!course || course.archived) continue;
    const breaks = (course.termId && terms.get(course.termId)) || [];
    const { classes } = expandSeries(series.rules, breaks, context.campusTimeZone, days);
    const wanted = classes
      .filter(({ startTime }) => startTime > now && startTime >= from && startTime <= to)
      .flatMap((one) => {
        const seenId = seenCourseId(series, one.rule, visible);
        return seenId === undefined ? [] : [{ ...one, course: courses.get(seenId) ?? course }];
      });
    expanded.push({ series, wanted });
  }
  const planned = await Promise.all(
    expanded.map(async ({ series, wanted }) => {
      const [first] = wanted;
      if (!first) return [];
      const created = new Set(
        (await context.sessions.listOfSeries(series.id, first.day)).map(({ series: link }) => link?.key),
      );
      return wanted.filter(({ key }) => !created.has(key)).map((one) => ({ ...one, series }));
    }),
  );
  const rooms = await context.rooms.namesOf(planned.flat().map(({ rule }) => rule.roomId));
  return planned.flat().map(({ series, course, key, day, startTime, endTime, rule }) => ({
    course: presentCourse(course),
    date: day,
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    state: 'planned' as const,
    series: { id: series.id, key },
    ...(rule.roomId !== undefined && rooms.has(rule.roomId)
      ? { room: { id: rule.roomId, name: rooms.get(rule.roomId) ?? '' } }
      : {}),
    ...(rule.online ? { online: true } : {}),
    sequence: series.version,
  }));
};

/** Reads all pages, because a calendar app cannot show that classes are missing. */
const listAllSessions = async (
  { sessions, clock }: Pick<Calendar, 'sessions' | 'clock'>,
  visible: PermittedCourses,
  period: Period,
): Promise<Session[]> => {
  const filter = { ...visible, ...period, oldestFirst: true, now: clock() };
  const all: Session[] = [];
  for (let last: Session | undefined; ;) {
    const page = await sessions.list(filter, SESSIONS_PER_PAGE, last);
    all.push(...page);
    last = page.at(-1);
    if (last === undefined || page.length < SESSIONS_PER_PAGE) return all;
  }
};

export const listClassesOf = async (
  context: Calendar,
  visible: PermittedCourses,
  period: Period,
  isStaffOf: (course: Course | undefined) => boolean,
): Promise<SequencedClass[]> => {
  const { courseIds } = visible;
  if (courseIds.length === 0) return [];
  const now = context.clock();
  const [sessions, allSeries] = await Promise.all([
    listAllSessions(context, visible, period),
    context.series.listOf(courseIds),
  ]);
  // The breaks of a series are those of its own course.
  const courses = await findCourses(context, [...courseIds, ...allSeries.map((one) => one.courseId)]);
  const courseOf = (one: Session) =>
    courses.get(courseIdsOf(one).find((id) => courseIds.includes(id)) ?? one.courseId);
  const doubtful = sessions.filter((one) => isStaffOf(courseOf(one)) && isUnconfirmed(one, now));
  const proven = await context.marks.whichProve(doubtful);
  const unconfirmed = new Set(doubtful.flatMap(({ id }) => (proven.has(id) ? [] : id)));
  const planned = await listPlanned(context, allSeries, courses, period, visible);
  const versions = new Map(allSeries.map(({ id, version }) => [id, version]));
  return [
    ...sessions.map((one) => ({
      ...presentSession(one, courseOf(one), unconfirmed.has(one.id), now),
      sequence: one.version + (versions.get(one.series?.id ?? '') ?? 0),
    })),
    ...planned,
  ].sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
};

export const coursesOfPerson = async (
  context: Calendar,
  caller: Pick<Caller, 'id' | 'userType'>,
): Promise<PermittedCourses> => {
  if (caller.userType === 'TEACHER') return context.staffAccess.staffedCourses(caller, 'readCourse');
  const current = await context.enrollments.currentOf(caller.id);
  const courseIds = current.map((one) => one.courseId);
  return { courseIds, only: { courseIds, sectionIds: current.map(({ sectionId }) => sectionId) } };
};

export const listCalendar = async (
  context: Calendar,
  caller: Caller,
  { from, to, courseId }: { from: string; to: string; courseId?: string | undefined },
): Promise<CalendarClass[]> => {
  const { courseIds, ...visible } = await coursesOfPerson(context, caller);
  const now = context.clock();
  return listClassesOf(
    context,
    { ...visible, courseIds: courseIds.filter((id) => courseId === undefined || id === courseId) },
    periodOfDays(from, to, context.campusTimeZone),
    (course) => {
      const [role] = course ? rolesIn(caller, scopeOfCourse(course), now) : [];
      return allows(role, 'readCourse');
    },
  );
};
