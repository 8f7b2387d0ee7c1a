import { createHash } from 'node:crypto';
import {
  can,
  DEFAULT_LATE_AFTER_MINUTES,
  DEFAULT_REFRESH_INTERVAL,
  LOCATION_RADIUS,
  scopeOfCourse,
  type StoredRule,
} from '@qr-attendance/contracts';
import { DateTime } from 'luxon';
import type { Context } from '../context.ts';
import { withFloor } from '../institution/institution.ts';
import { findCourses } from '../projections/find-courses.ts';
import type { Course } from '../projections/projections.ts';
import { choosePlace } from '../rooms/choose-place.ts';
import { assembleSession } from '../sessions/create-session.ts';
import { campusDay, limitsOf, resolvePolicy, type Session } from '../sessions/rules/session.ts';
import { toCanceled, toCreated, toDeleted, toEdited, toReopened } from '../sessions/rules/transitions.ts';
import { expandSeries, type PlannedClass } from './rules/dates.ts';
import { fieldsToFollow, seriesLinkOf } from './rules/follow.ts';
import type { Series } from './series.ts';

export type Planning = Pick<
  Context,
  | 'sessions'
  | 'series'
  | 'terms'
  | 'rooms'
  | 'courses'
  | 'units'
  | 'courseService'
  | 'institution'
  | 'institutionPolicy'
  | 'campusTimeZone'
  | 'seriesHorizonDays'
  | 'clock'
>;

/** The same for every replica, so that a class is created once. */
const sessionIdOf = (seriesId: string, key: string): string =>
  createHash('sha256').update(`${seriesId} ${key}`).digest('hex').slice(0, 24);

const dayAfter = (day: string, days: number): string =>
  DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate() ?? day;

/** The classes that the series has by its rules and the course's term. */
export const classesOf = async (
  { terms, campusTimeZone }: Pick<Context, 'terms' | 'campusTimeZone'>,
  { rules }: Pick<Series, 'rules'>,
  course: Pick<Course, 'termId'> | undefined,
): Promise<PlannedClass[]> =>
  expandSeries(rules, await terms.breaksOf(course?.termId), campusTimeZone).classes;

/** Whoever planned the series, as long as they may hold classes of the course. */
const teacherOf = ({ teacherId }: Series, course: Course, now: Date): string =>
  can({ id: teacherId, userType: 'TEACHER' }, 'manageSessions', scopeOfCourse(course), now)
    ? teacherId
    : course.teacherId;

const coveredOf = ({ id: courseId }: Pick<Course, 'id'>, sectionIds: string[] = []) =>
  sectionIds.map((sectionId) => ({ courseId, sectionId }));

/** Classes whose room was deleted have none. */
const withExistingRoom = async (context: Planning, rule: StoredRule): Promise<StoredRule> => {
  if (rule.roomId === undefined || (await context.rooms.find(rule.roomId))) return rule;
  const { roomId: _room, ...others } = rule;
  return others;
};

/** Creates one class; another replica may have been faster. */
export const createClass = async (
  context: Planning,
  series: Series,
  course: Course,
  planned: PlannedClass,
): Promise<string> => {
  const now = context.clock();
  const id = sessionIdOf(series.id, planned.key);
  const rule = await withExistingRoom(context, planned.rule);
  const teacherId = teacherOf(series, course, now);
  const assembled = await assembleSession(context, id, course, teacherId, {
    startTime: planned.startTime.toISOString(),
    endTime: planned.endTime.toISOString(),
    useLocation: false,
    locationRadius: LOCATION_RADIUS.default,
    sections: coveredOf(course, rule.sectionIds),
    roomId: rule.roomId,
    online: rule.online,
    lateAfterMinutes: rule.lateAfterMinutes,
    policy: rule.policy as never,
    refreshInterval: DEFAULT_REFRESH_INTERVAL,
  });
  const link = seriesLinkOf(series.id, { ...planned, rule });
  const by = series.revisions.at(-1)?.by ?? teacherId;
  await context.sessions.createIfNew(toCreated({ ...assembled, series: link }, { by, at: now }));
  return id;
};

/** Applies what changed in the series, except for fields that were changed in this class alone. */
const follow = async (
  context: Planning,
  session: Session,
  planned: PlannedClass,
  course: Course,
  by: string | null,
): Promise<Session> => {
  const before = session.series;
  if (!before) return session;
  const rule = await withExistingRoom(context, planned.rule);
  const after = seriesLinkOf(before.id, { ...planned, rule });
  const fields = fieldsToFollow(session, before, after);
  const author = { by, at: context.clock() };
  const linked: Session = { ...session, series: after };
  const isChanged = Object.values(fields).some(Boolean);
  if (!isChanged)
    return JSON.stringify(before) === JSON.stringify(after)
      ? session
      : { ...linked, version: session.version + 1 };
  const { networks, ...place } = fields.place
    ? await choosePlace(context, rule, {
        before: session,
        location: undefined,
        usualNetworks: course.sessionDefaults.networks ?? context.institutionPolicy.networks,
      })
    : { networks: undefined, ...pickPlace(session) };
  const { floor } = await context.institution.read();
  const { lateAfterMinutes: usualLimit = DEFAULT_LATE_AFTER_MINUTES, ...usual } = limitsOf(
    course.sessionDefaults,
  );
  const checks = fields.policy
    ? resolvePolicy(context.institutionPolicy, usual as never, rule.policy as never)
    : session.policy;
  const policy = { ...checks, networks: networks ?? session.policy.networks };
  const { startTime, endTime } = fields.time ? planned : session;
  return toEdited(
    linked,
    {
      startTime: startTime.toISOString(),
      endTime: endTime?.toISOString(),
      lateAfterMinutes: fields.lateAfterMinutes
        ? (rule.lateAfterMinutes ?? usualLimit)
        : session.lateAfterMinutes,
      place,
      ...(fields.sections ? { sections: coveredOf(course, rule.sectionIds) } : {}),
      policy: withFloor(policy, floor),
    },
    author,
    context.campusTimeZone,
  );
};
const pickPlace = ({ room, online, location }: Session) => ({
  ...(room ? { room } : {}),
  ...(online ? { online } : {}),
  location,
});

const drop = (session: Session, isDeleted: boolean, by: string | null, at: Date): Session => {
  if (isDeleted) return toDeleted(session, { by, at });
  if (session.canceledAt || !session.series || session.series.dropped) return session;
  return toCanceled({ ...session, series: { ...session.series, dropped: true } }, { by, at });
};

const bringBack = (session: Session, by: string | null, at: Date): Session => {
  if (!session.series?.dropped) return session;
  const { dropped: _dropped, ...link } = session.series;
  const kept = { ...session, series: link };
  return session.canceledAt ? toReopened(kept, { by, at }) : { ...kept, version: session.version + 1 };
};

/**
 * Makes the classes that have not started agree with their series: creates those within the horizon, applies
 * changes, cancels those that the series no longer has and reopens those that it has again. Repeating it
 * changes nothing, so that it continues after a crash and several replicas may do it at once.
 * @returns whether all classes agree; else the series stays due
 */
export const planClasses = async (context: Planning, series: Series): Promise<boolean> => {
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
    const planned = byKey.get(session.series.key);
    if (!planned || !course) await save(session, drop(session, series.deletedAt !== undefined, by, now));
    else if (session.series.dropped) {
      await save(session, bringBack(session, by, now));
      complete = false;
    } else if (!session.canceledAt) await save(session, await follow(context, session, planned, course, by));
  }
  const known = new Set(existing.map(({ series: link }) => link?.key));
  const horizon = dayAfter(today, context.seriesHorizonDays);
  if (course && !course.archived)
    for (const planned of wanted)
      if (planned.startTime > now && planned.day <= horizon && !known.has(planned.key))
        await createClass(context, series, course, planned);
  // A class that was brought back, or changed by somebody else in the meantime, is compared once more.
  if (!complete) return false;
  const hasMore = !series.deletedAt && series.lastDay > today;
  await context.series.setPlanned(series, hasMore ? dayAfter(today, 1) : undefined);
  return true;
};

const BATCH = 20;

/** @returns whether there may be more to do */
export const planDueSeries = async (context: Planning & Pick<Context, 'log'>): Promise<boolean> => {
  const today = campusDay(context.clock(), context.campusTimeZone);
  const due = await context.series.listDue(today, BATCH);
  let failed = 0;
  for (const series of due)
    await planClasses(context, series).catch((error: unknown) => {
      failed += 1;
      context.log.warn({ err: error, seriesId: series.id }, 'failed to plan the classes of a series');
    });
  return due.length === BATCH && failed < BATCH;
};
