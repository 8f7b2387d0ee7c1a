import { type CoveredSection, DEFAULT_LATE_AFTER_MINUTES, type StoredRule } from '@qr-attendance/contracts';
import { withFloor } from '../../core/institution/institution.ts';
import { type CourseStores, findCourses } from '../../projections/find-courses.ts';
import type { Course, Marks, Terms } from '../../projections/projections.ts';
import { choosePlace } from '../../core/rooms/choose-place.ts';
import { wouldStrandMarks } from '../../core/sessions/require-coverage.ts';
import { sessionDefaultsOf, resolvePolicy, type Session } from '../../core/sessions/rules/session.ts';
import { toCanceled, toDeleted, toEdited, toReopened } from '../../core/sessions/rules/transitions.ts';
import type { PlannedClass } from '../../core/series/rules/expand-series.ts';
import { fieldsToFollow, seriesLinkOf } from './rules/follow.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { SeriesStore } from '../../core/series/series.ts';
import type { AssembleDeps } from '../../core/sessions/assemble-session.ts';

export interface FollowRuleDeps extends CourseStores, AssembleDeps {
  sessions: Sessions;
  series: SeriesStore;
  terms: Terms;
  marks: Marks;
  seriesHorizonDays: number;
}

/**
 * Joint classes continue without the sections of archived courses, and include them again after the courses
 * are restored.
 */
const openSections = async (
  context: FollowRuleDeps,
  { sections = [] }: StoredRule,
  courseId: string,
): Promise<CoveredSection[]> => {
  const others = sections.filter((section) => section.courseId !== courseId);
  if (others.length === 0) return sections;
  const courses = await findCourses(
    context,
    others.map((section) => section.courseId),
  );
  return sections.filter((one) => one.courseId === courseId || !courses.get(one.courseId)?.archived);
};

export const currentRule = async (
  context: FollowRuleDeps,
  { roomId, ...rule }: StoredRule,
  courseId: string,
): Promise<StoredRule> => ({
  ...rule,
  ...(roomId !== undefined && (await context.rooms.find(roomId)) ? { roomId } : {}),
  sections: await openSections(context, rule, courseId),
});

/** Applies changes of the series, except to fields that were changed individually in this class. */
export const applyRule = async (
  context: FollowRuleDeps,
  session: Session,
  planned: PlannedClass,
  course: Course,
  by: string | null,
): Promise<Session> => {
  const before = session.series;
  if (!before) return session;
  const rule = await currentRule(context, planned.rule, course.id);
  const after = seriesLinkOf(before.id, { ...planned, rule });
  const fields = fieldsToFollow(session, before, after);
  const { sections = [] } = after;
  if (fields.sections && (await wouldStrandMarks(context, session, sections))) fields.sections = false;
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
  const { lateAfterMinutes: usualLimit = DEFAULT_LATE_AFTER_MINUTES, ...usual } = sessionDefaultsOf(
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
      ...(fields.sections ? { sections } : {}),
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

export const removeFromSeries = (
  session: Session,
  isDeleted: boolean,
  by: string | null,
  at: Date,
): Session => {
  if (isDeleted) return toDeleted(session, { by, at });
  if (session.canceledAt || !session.series || session.series.dropped) return session;
  return toCanceled({ ...session, series: { ...session.series, dropped: true } }, { by, at });
};

export const restoreToSeries = (session: Session, by: string | null, at: Date): Session => {
  if (!session.series?.dropped) return session;
  const { dropped: _dropped, ...link } = session.series;
  const kept = { ...session, series: link };
  return session.canceledAt ? toReopened(kept, { by, at }) : { ...kept, version: session.version + 1 };
};
