import {
  can,
  DEFAULT_LATE_AFTER_MINUTES,
  type NewSession,
  scopeOfCourse,
  type SessionDefaults,
} from '@qr-attendance/contracts';
import { type Caller, campusDay, type IdempotentRequest } from '@qr-attendance/server';
import { newSecret } from '../codes/rules/new-secret.ts';
import type { Context } from '../context.ts';
import { withFloor } from '../institution/institution.ts';
import { findNewestCourse, scopeOfSession } from '../projections/find-courses.ts';
import type { Course } from '../projections/projections.ts';
import { choosePlace } from '../rooms/choose-place.ts';
import { classroomOf, courseIdsOf, isOpen, limitsOf, resolvePolicy, type Session } from './rules/session.ts';
import { toCreated } from './rules/transitions.ts';
import { requireCoverage, requireOpenCourse } from './require-coverage.ts';
import { newSessionId } from './sessions.ts';

type Courses = Pick<
  Context,
  'courses' | 'units' | 'courseService' | 'institutionPolicy' | 'institution' | 'clock'
>;
type Creating = Courses &
  Pick<Context, 'sessions' | 'currentCodes' | 'opensBeforeMinutes' | 'campusTimeZone' | 'rooms'>;

/** A session as it is created, with the defaults of its course and the minimum of the institution. */
export const assembleSession = async (
  context: Pick<Context, 'institutionPolicy' | 'institution' | 'clock' | 'campusTimeZone' | 'rooms'>,
  id: string,
  course: Pick<Course, 'id' | 'sessionDefaults'>,
  teacherId: string,
  wanted: Omit<NewSession, 'courseId' | 'date'>,
): Promise<Omit<Session, 'version' | 'revisions'>> => {
  const { floor } = await context.institution.read();
  const startTime = new Date(wanted.startTime);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, ...policy } = limitsOf(course.sessionDefaults);
  const usual = resolvePolicy(context.institutionPolicy, policy, wanted.policy);
  const { networks, ...place } = await choosePlace(context, wanted, {
    location: classroomOf(wanted),
    usualNetworks: usual.networks,
  });
  return {
    id,
    courseId: course.id,
    ...(wanted.sections?.length ? { sections: wanted.sections } : {}),
    teacherId,
    date: campusDay(startTime, context.campusTimeZone),
    startTime,
    ...(wanted.endTime ? { endTime: new Date(wanted.endTime) } : {}),
    active: true,
    ...place,
    lateAfterMinutes: wanted.lateAfterMinutes ?? lateAfterMinutes,
    policy: withFloor({ ...usual, ...(networks ? { networks } : {}) }, floor),
    refreshInterval: wanted.refreshInterval,
    currentCode: { secret: newSecret(), refreshes: 0, issuedAt: context.clock() },
  };
};

export const mayShowCode = async (
  { courses, clock }: Pick<Context, 'courses' | 'clock'>,
  caller: Caller,
  session: Pick<Session, 'courseId' | 'sections'>,
): Promise<boolean> => {
  const known = await courses.findAll(courseIdsOf(session));
  const scope = scopeOfSession(session, new Map(known.map((one) => [one.id, scopeOfCourse(one)])));
  return can(caller, 'showCode', scope, clock());
};

export const createSession = async (
  context: Creating,
  teacher: Caller,
  wanted: NewSession,
  once?: IdempotentRequest,
): Promise<Session> => {
  const { sessions, clock } = context;
  const before = once && (await sessions.findCreated(teacher.id, once));
  if (before) return before;
  const course = await findNewestCourse(context, teacher, 'manageSessions', wanted.courseId);
  requireOpenCourse(course);
  await requireCoverage(context, teacher, course.id, wanted.sections ?? []);
  const assembled = await assembleSession(context, newSessionId(), course, teacher.id, wanted);
  const now = clock();
  // The answer contains the code for those who may show it, whose page shows it at once if the session is open.
  const isShown =
    isOpen(assembled, now, context.opensBeforeMinutes) && (await mayShowCode(context, teacher, assembled));
  const shown = isShown ? { codeShownAt: now, codeLastShownAt: now } : {};
  const session = toCreated({ ...assembled, ...shown }, { by: teacher.id, at: now });
  const created = await sessions.create(session, once);
  context.currentCodes.track(created, now);
  return created;
};

export const getSessionDefaults = async (
  context: Courses,
  teacher: Caller,
  courseId: string,
): Promise<SessionDefaults> => {
  const { sessionDefaults } = await findNewestCourse(context, teacher, 'manageSessions', courseId);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, ...policy } = limitsOf(sessionDefaults);
  const { floor } = await context.institution.read();
  return { ...withFloor(resolvePolicy(context.institutionPolicy, policy), floor), floor, lateAfterMinutes };
};
