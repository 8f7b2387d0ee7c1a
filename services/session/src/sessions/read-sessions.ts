import type { Session as SessionAnswer } from '@qr-attendance/contracts';
import { findNames } from '@qr-attendance/messaging/mongo';
import { type Caller, notFound } from '@qr-attendance/server';
import { recordShown } from '../codes/record-shown.ts';
import type { Context } from '../context.ts';
import { findCourses, isEnrolled } from '../projections/find-courses.ts';
import { writeEnd } from './end-session.ts';
import { isUnconfirmed, presentToStudent, presentToTeacher, UNKNOWN_NAME } from './rules/present.ts';
import { isActive, isOpen, type Session, type SessionPosition } from './rules/session.ts';

type Getting = Pick<
  Context,
  'sessions' | 'clock' | 'currentCodes' | 'opensBeforeMinutes' | 'enrollments' | 'courseService'
>;

export const getSession = async (context: Getting, caller: Caller, id: string): Promise<Session> => {
  const { sessions, clock, opensBeforeMinutes } = context;
  const session = await sessions.find(id);
  if (!session) throw notFound('Session');
  if (session.teacherId === caller.id) {
    const now = clock();
    if (!isOpen(session, now, opensBeforeMinutes)) return session;
    context.currentCodes.track(session, now);
    return recordShown(context, session, now);
  }
  const isMember = caller.userType === 'STUDENT' && (await isEnrolled(context, caller.id, session.courseId));
  if (!isMember) throw notFound('Session');
  return session;
};

export const getSessionInternal = async (
  context: Pick<Context, 'sessions' | 'clock' | 'openEndedMs'>,
  id: string,
): Promise<Session> => {
  const session = await context.sessions.findIncludingDeleted(id);
  if (!session) throw notFound('Session');
  const now = context.clock();
  return session.active && !isActive(session, now) ? writeEnd(context, session, now) : session;
};

interface Wanted {
  courseId?: string;
  active?: boolean;
  unconfirmed?: boolean;
  from?: string;
  to?: string;
  order?: 'newest' | 'oldest';
  limit: number;
  after?: SessionPosition;
}

/** A teacher's own sessions, or those of the courses a student is enrolled in; newest first by default. */
export const listSessions = async (
  { sessions, enrollments, clock }: Pick<Context, 'sessions' | 'enrollments' | 'clock'>,
  caller: Caller,
  { courseId, active, unconfirmed, from, to, order, limit, after }: Wanted,
): Promise<Session[]> => {
  const now = clock();
  const times = {
    now,
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    oldestFirst: order === 'oldest',
  };
  const isWanted = (id: string) => courseId === undefined || id === courseId;
  if (caller.userType === 'TEACHER') {
    const courseIds = courseId === undefined ? undefined : [courseId];
    return sessions.list({ teacherId: caller.id, courseIds, active, unconfirmed, ...times }, limit, after);
  }
  const courseIds = (await enrollments.courseIdsOf(caller.id)).filter(isWanted);
  return sessions.list({ courseIds, active, ...times }, limit, after);
};

type Describing = Pick<
  Context,
  'courses' | 'courseService' | 'people' | 'auth' | 'marks' | 'clock' | 'opensBeforeMinutes'
>;

export const describeSessions = async (
  context: Describing,
  caller: Caller,
  sessions: Session[],
): Promise<SessionAnswer[]> => {
  const [courses, names, counts] = await Promise.all([
    findCourses(
      context,
      sessions.map(({ courseId }) => courseId),
    ),
    findNames(
      context,
      sessions.map(({ teacherId }) => teacherId),
    ),
    context.marks.countsOf(sessions.map(({ id }) => id)),
  ]);
  const now = context.clock();
  const doubtful = sessions.filter((session) => isUnconfirmed(session, now)).map(({ id }) => id);
  const marked = doubtful.length > 0 ? await context.marks.whichHave(doubtful) : new Set<string>();
  return sessions.map((session) => {
    // In the contract, a course without a name is unknown at the moment.
    const course = courses.get(session.courseId) ?? { id: session.courseId, name: '', code: '' };
    const isOwn = session.teacherId === caller.id;
    const surroundings = {
      course,
      teacherName: names.get(session.teacherId) ?? (isOwn ? caller.name : UNKNOWN_NAME),
      attendanceCount: counts.get(session.id) ?? 0,
      hasMarks: marked.has(session.id),
    };
    return isOwn
      ? presentToTeacher(session, surroundings, now, context.opensBeforeMinutes)
      : presentToStudent(session, surroundings, now);
  });
};
