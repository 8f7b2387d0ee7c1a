import { DEFAULT_LATE_AFTER_MINUTES, type NewSession, type SessionDefaults } from '@qr-attendance/contracts';
import { type Caller, DomainError, type IdempotentRequest } from '@qr-attendance/server';
import { newSecret } from '../codes/rules/new-secret.ts';
import type { Context } from '../context.ts';
import { withFloor } from '../institution/institution.ts';
import { findNewestCourse } from '../projections/find-courses.ts';
import { campusDay, classroomOf, isOpen, resolvePolicy, type Session } from './rules/session.ts';
import { toCreated } from './rules/transitions.ts';
import { newSessionId } from './sessions.ts';

type Courses = Pick<Context, 'courses' | 'courseService' | 'institutionPolicy' | 'institution' | 'clock'>;
type Creating = Courses &
  Pick<Context, 'sessions' | 'currentCodes' | 'opensBeforeMinutes' | 'campusTimeZone'>;

export const createSession = async (
  context: Creating,
  teacher: Caller,
  wanted: NewSession,
  once?: IdempotentRequest,
): Promise<Session> => {
  const { sessions, institutionPolicy, clock } = context;
  const before = once && (await sessions.findCreated(teacher.id, once));
  if (before) return before;
  const course = await findNewestCourse(context, teacher, 'manageSessions', wanted.courseId);
  if (course.archived)
    throw new DomainError('conflict', 'course_archived', 'This course is archived. Restore it first.');
  const { floor } = await context.institution.read();
  const id = newSessionId();
  const startTime = new Date(wanted.startTime);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, ...policy } = course.sessionDefaults;
  const now = clock();
  const wantedSession = {
    id,
    courseId: course.id,
    teacherId: teacher.id,
    date: campusDay(startTime, context.campusTimeZone),
    startTime,
    ...(wanted.endTime ? { endTime: new Date(wanted.endTime) } : {}),
    active: true,
    location: classroomOf(wanted),
    lateAfterMinutes: wanted.lateAfterMinutes ?? lateAfterMinutes,
    policy: withFloor(resolvePolicy(institutionPolicy, policy, wanted.policy), floor),
    refreshInterval: wanted.refreshInterval,
    currentCode: { secret: newSecret(), refreshes: 0, issuedAt: now },
  };
  // The answer contains the code, and a page shows it at once if the session is open.
  const shown = isOpen(wantedSession, now, context.opensBeforeMinutes)
    ? { codeShownAt: now, codeLastShownAt: now }
    : {};
  const session = toCreated({ ...wantedSession, ...shown }, { by: teacher.id, at: now });
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
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, ...policy } = sessionDefaults;
  const { floor } = await context.institution.read();
  return { ...withFloor(resolvePolicy(context.institutionPolicy, policy), floor), floor, lateAfterMinutes };
};
