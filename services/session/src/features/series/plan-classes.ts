import { campusDay, addDays } from '@qr-attendance/server';
import { createHash } from 'node:crypto';
import {
  can,
  dayInSeries,
  DEFAULT_REFRESH_INTERVAL,
  LOCATION_RADIUS,
  scopeOfCourse,
  type Complete,
  type NewSession,
} from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { findCourses } from '../../projections/find-courses.ts';
import type { Course, Terms } from '../../projections/projections.ts';
import { assembleSession } from '../../core/sessions/assemble-session.ts';
import { type Session } from '../../core/sessions/rules/session.ts';
import { toCreated } from '../../core/sessions/rules/transitions.ts';
import {
  restoreToSeries,
  currentRule,
  removeFromSeries,
  applyRule,
  type FollowRuleDeps,
} from './follow-rule.ts';
import { type Days, expandSeries, type PlannedClass } from '../../core/series/rules/expand-series.ts';
import { followsTime } from '../../core/sessions/rules/series-link.ts';
import { seriesLinkOf } from './rules/follow.ts';
import type { Series } from '../../core/series/series.ts';

/** All replicas derive the same id, so a class is created once. */
const sessionIdOf = (seriesId: string, key: string): string =>
  createHash('sha256').update(`${seriesId} ${key}`).digest('hex').slice(0, 24);

export const classesOf = async (
  { terms, campusTimeZone }: { terms: Terms; campusTimeZone: string },
  { rules }: Pick<Series, 'rules'>,
  course: Pick<Course, 'termId'> | undefined,
  days?: Days,
): Promise<PlannedClass[]> =>
  expandSeries(rules, await terms.breaksOf(course?.termId), campusTimeZone, days).classes;

/** The person who planned the series, if they may still hold classes of the course; otherwise its owner. */
export const teacherOf = ({ teacherId }: Pick<Series, 'teacherId'>, course: Course, now: Date): string =>
  can({ id: teacherId, userType: 'TEACHER' }, 'manageSessions', scopeOfCourse(course), now)
    ? teacherId
    : course.teacherId;

export const createClass = async (
  context: FollowRuleDeps,
  series: Series,
  course: Course,
  planned: PlannedClass,
): Promise<string> => {
  const now = context.clock();
  const id = sessionIdOf(series.id, planned.key);
  const rule = await currentRule(context, planned.rule, course.id);
  const teacherId = teacherOf(series, course, now);
  const wanted: Complete<Omit<NewSession, 'courseId' | 'date'>> = {
    startTime: planned.startTime.toISOString(),
    endTime: planned.endTime.toISOString(),
    useLocation: false,
    location: undefined,
    locationRadius: LOCATION_RADIUS.default,
    sections: rule.sections,
    roomId: rule.roomId,
    online: rule.online,
    lateAfterMinutes: rule.lateAfterMinutes,
    policy: rule.policy as never,
    refreshInterval: DEFAULT_REFRESH_INTERVAL,
  };
  const assembled = await assembleSession(context, id, course, teacherId, wanted);
  const link = seriesLinkOf(series.id, { ...planned, rule });
  const by = series.revisions.at(-1)?.by ?? teacherId;
  await context.sessions.createIfNew(toCreated({ ...assembled, series: link }, { by, at: now }));
  return id;
};

/**
 * The planned class of a session that was moved to another day, so that a break on its original day does not
 * matter.
 */
const plannedOfMoved = (
  { campusTimeZone }: FollowRuleDeps,
  series: Series,
  session: Session,
): PlannedClass | undefined => {
  const { series: link } = session;
  if (series.deletedAt || !link || followsTime(session, link)) return undefined;
  const day = dayInSeries(link);
  if (session.date === day) return undefined;
  const { classes } = expandSeries(series.rules, [], campusTimeZone, { from: day, to: day });
  return classes.find(({ key }) => key === link.key);
};

/**
 * Aligns the classes that have not started with their series: creates those within the horizon, applies
 * changes, cancels those that the series no longer has and reopens those that it has again. Idempotent, so it
 * continues after a crash, and several replicas may run it.
 * @returns whether all classes agree; otherwise the series stays due
 */
export const planClasses = async (context: FollowRuleDeps, series: Series): Promise<boolean> => {
  const now = context.clock();
  const today = campusDay(now, context.campusTimeZone);
  const course = (await findCourses(context, [series.courseId])).get(series.courseId);
  if (!course && !series.deletedAt) return false;
  const by = series.revisions.at(-1)?.by ?? null;
  const wanted = series.deletedAt || !course ? [] : await classesOf(context, series, course);
  const byKey = new Map(wanted.map((planned) => [planned.key, planned]));
  const existing = await context.sessions.listOfSeries(series.id, today);
  let complete = true;
  const save = async (before: Session, after: Session) => {
    if (after !== before && !(await context.sessions.save(after))) complete = false;
  };
  for (const session of existing) {
    if (session.startTime <= now || !session.series) continue;
    const planned = byKey.get(session.series.key) ?? plannedOfMoved(context, series, session);
    if (!planned || !course)
      await save(session, removeFromSeries(session, series.deletedAt !== undefined, by, now));
    else if (session.series.dropped) {
      await save(session, restoreToSeries(session, by, now));
      complete = false;
    } else if (!session.canceledAt)
      await save(session, await applyRule(context, session, planned, course, by));
  }
  const existingKeys = new Set(existing.map(({ series: link }) => link?.key));
  const horizon = addDays(today, context.seriesHorizonDays);
  if (course && !course.archived)
    for (const planned of wanted)
      if (planned.startTime > now && planned.day <= horizon && !existingKeys.has(planned.key))
        await createClass(context, series, course, planned);
  const hasMore = !series.deletedAt && series.lastDay > today;
  if (complete && (await context.series.setPlanned(series, hasMore ? addDays(today, 1) : undefined)))
    return true;
  // A class was restored or changed by somebody else, or the rules have changed since they were read. Classes
  // of newer rules may have been saved before these, so the next run compares all of them again.
  await context.series.touch({ id: series.id });
  return false;
};

const BATCH = 20;

/** @returns whether there may be more to do */
export const planDueSeries = async (context: FollowRuleDeps & { log: Logger }): Promise<boolean> => {
  const today = campusDay(context.clock(), context.campusTimeZone);
  const due = await context.series.listDue(addDays(today, 1), BATCH);
  let planned = 0;
  for (const id of due) {
    // The rules may have changed while other series were planned.
    const series = await context.series.findIncludingDeleted(id);
    if (!series) continue;
    const isPlanned = await planClasses(context, series).catch((error: unknown) => {
      context.log.warn({ err: error, seriesId: id }, 'failed to plan the classes of a series');
      return false;
    });
    if (isPlanned) planned += 1;
    // The series may fail again, for example because its course is unknown, so other due series come first.
    else await context.series.setPlanned(series, `${today} ${context.clock().toISOString()}`);
  }
  return due.length === BATCH && planned > 0;
};
