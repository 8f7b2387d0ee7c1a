import { can, scopeOfCourse } from '@qr-attendance/contracts';
import { type Caller, notFound, type StaffAccess } from '@qr-attendance/server';
import { recordCodeShown } from '../../core/sessions/record-code-shown.ts';
import { requireOnSession, scopeOfSession } from '../../core/sessions/find-session-for.ts';
import { type CourseStores, findCourseOf } from '../../projections/find-courses.ts';
import { writeEnd } from './end-session.ts';
import { listUnconfirmed } from '../../core/sessions/list-unconfirmed.ts';
import {
  courseIdsOf,
  isActive,
  isOpen,
  type Session,
  type SessionPosition,
} from '../../core/sessions/rules/session.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { Course, Enrollments, Marks } from '../../projections/projections.ts';
import type { CurrentCodes } from '../../core/codes/current-codes.ts';

interface GetSessionStores extends CourseStores {
  sessions: Sessions;
  currentCodes: CurrentCodes;
  opensBeforeMinutes: number;
  enrollments: Enrollments;
}

export const getSession = async (
  context: GetSessionStores,
  caller: Caller,
  id: string,
  unattended = false,
): Promise<Session> => {
  const { sessions, clock, opensBeforeMinutes } = context;
  const session = await sessions.find(id);
  if (!session) throw notFound('Session');
  if (caller.userType === 'STUDENT') {
    const courseIds = courseIdsOf(session);
    if ((await findCourseOf(context, caller.id, courseIds)) === undefined) throw notFound('Session');
    const { sections } = session;
    if (!sections) return session;
    const own = await Promise.all(courseIds.map((id) => context.enrollments.sectionOf(caller.id, id)));
    if (!sections.some(({ sectionId }) => own.includes(sectionId))) throw notFound('Session');
    return session;
  }
  const courses = await requireOnSession(context, caller, 'readCourse', session);
  const now = clock();
  const scope = scopeOfSession(session, new Map(courses.map((one) => [one.id, scopeOfCourse(one)])));
  const isShown = can(caller, 'showCode', scope, now) && isOpen(session, now, opensBeforeMinutes);
  if (!isShown) return session;
  context.currentCodes.track(session, now);
  return unattended ? session : recordCodeShown(context, session, now);
};

export const getSessionInternal = async (
  context: { sessions: Sessions; clock: () => Date; openEndedMs: number },
  id: string,
): Promise<Session> => {
  const session = await context.sessions.findIncludingDeleted(id);
  if (!session) throw notFound('Session');
  const now = context.clock();
  return session.active && !isActive(session, now) ? writeEnd(context, session, now) : session;
};

interface ListSessionsStores {
  sessions: Sessions;
  staffAccess: Pick<StaffAccess<Course>, 'staffedCourses'>;
  enrollments: Enrollments;
  marks: Marks;
  clock: () => Date;
}

interface SessionQuery {
  courseId?: string;
  active?: boolean;
  unconfirmed?: boolean;
  from?: string;
  to?: string;
  order?: 'newest' | 'oldest';
  limit: number;
  after?: SessionPosition;
}

/**
 * Sessions of courses in which the caller is staff, or of sections in which the caller is enrolled; newest
 * first by default.
 */
export const listSessions = async (
  context: ListSessionsStores,
  caller: Caller,
  { courseId, active, unconfirmed, from, to, order, limit, after }: SessionQuery,
): Promise<Session[]> => {
  const { sessions, enrollments } = context;
  const times = {
    now: context.clock(),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    oldestFirst: order === 'oldest',
  };
  if (caller.userType === 'TEACHER') {
    const staffed = await context.staffAccess.staffedCourses(caller, 'readCourse', courseId);
    if (unconfirmed) return listUnconfirmed(context, { ...staffed, ...times }, limit, after);
    return sessions.list({ ...staffed, active, ...times }, limit, after);
  }
  const isWanted = (id: string) => courseId === undefined || id === courseId;
  const own = (await enrollments.currentOf(caller.id)).filter((one) => isWanted(one.courseId));
  const courseIds = own.map((one) => one.courseId);
  const sectionIds = own.map(({ sectionId }) => sectionId);
  return sessions.list({ courseIds, only: { courseIds, sectionIds }, active, ...times }, limit, after);
};
