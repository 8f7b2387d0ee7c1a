import {
  allows,
  can,
  roleIn,
  scopeOfCourse,
  sectionsFor,
  type Session as SessionAnswer,
} from '@qr-attendance/contracts';
import { findNames } from '@qr-attendance/messaging/mongo';
import { type Caller, notFound } from '@qr-attendance/server';
import { recordShown } from '../codes/record-shown.ts';
import type { Context } from '../context.ts';
import {
  findCourses,
  findStaffedCourses,
  isEnrolled,
  requireOnCourse,
  scopeOfSections,
} from '../projections/find-courses.ts';
import { writeEnd } from './end-session.ts';
import { listUnconfirmed } from './list-unconfirmed.ts';
import { isUnconfirmed, presentToStaff, presentToStudent, UNKNOWN_NAME } from './rules/present.ts';
import { isActive, isOpen, type Session, type SessionPosition } from './rules/session.ts';

type Getting = Pick<
  Context,
  | 'sessions'
  | 'courses'
  | 'units'
  | 'clock'
  | 'currentCodes'
  | 'opensBeforeMinutes'
  | 'enrollments'
  | 'courseService'
>;

export const getSession = async (
  context: Getting,
  caller: Caller,
  id: string,
  unattended = false,
): Promise<Session> => {
  const { sessions, clock, opensBeforeMinutes } = context;
  const session = await sessions.find(id);
  if (!session) throw notFound('Session');
  if (caller.userType === 'STUDENT') {
    const isMember = await isEnrolled(context, caller.id, session.courseId);
    if (!isMember) throw notFound('Session');
    if (session.sections) {
      const own = await context.enrollments.sectionOf(caller.id, session.courseId);
      if (!session.sections.some(({ sectionId }) => sectionId === own)) throw notFound('Session');
    }
    return session;
  }
  const { courseId, sections } = session;
  const course = await requireOnCourse(context, caller, 'readCourse', courseId, {
    what: 'Session',
    sections,
  });
  const now = clock();
  const isShown =
    can(caller, 'showCode', scopeOfSections(scopeOfCourse(course), sections), now) &&
    isOpen(session, now, opensBeforeMinutes);
  if (!isShown) return session;
  context.currentCodes.track(session, now);
  return unattended ? session : recordShown(context, session, now);
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

/**
 * Sessions of the courses in which the caller is staff, or of the sections that the caller is enrolled in;
 * newest first by default.
 */
export const listSessions = async (
  context: Pick<Context, 'sessions' | 'courses' | 'units' | 'enrollments' | 'marks' | 'clock'>,
  caller: Caller,
  { courseId, active, unconfirmed, from, to, order, limit, after }: Wanted,
): Promise<Session[]> => {
  const { sessions, enrollments } = context;
  const times = {
    now: context.clock(),
    ...(from && { from: new Date(from) }),
    ...(to && { to: new Date(to) }),
    oldestFirst: order === 'oldest',
  };
  if (caller.userType === 'TEACHER') {
    const staffed = await findStaffedCourses(context, caller, 'readCourse', courseId);
    if (unconfirmed) return listUnconfirmed(context, { ...staffed, ...times }, limit, after);
    return sessions.list({ ...staffed, active, ...times }, limit, after);
  }
  const isWanted = (id: string) => courseId === undefined || id === courseId;
  const own = (await enrollments.currentOf(caller.id)).filter((one) => isWanted(one.courseId));
  const courseIds = own.map((one) => one.courseId);
  const sectionIds = own.map(({ sectionId }) => sectionId);
  return sessions.list({ courseIds, only: { courseIds, sectionIds }, active, ...times }, limit, after);
};

type Describing = Pick<
  Context,
  | 'courses'
  | 'units'
  | 'courseService'
  | 'enrollments'
  | 'people'
  | 'auth'
  | 'marks'
  | 'clock'
  | 'opensBeforeMinutes'
>;

/** Other sections of the session are not shown. */
const covering = ({ sections }: Session, own: string[]): Pick<Session, 'sections'> =>
  sections ? { sections: sections.filter(({ sectionId }) => own.includes(sectionId)) } : {};

/** How many students of the given sections attended each session. */
const countInSections = async (
  { enrollments, marks }: Pick<Context, 'enrollments' | 'marks'>,
  sessions: Session[],
  sectionIds: string[],
): Promise<Map<string, number>> => {
  const students = await enrollments.studentsOfSections(sectionIds);
  return marks.countAmong(
    sessions.map(({ id }) => id),
    students.map(({ studentId }) => studentId),
  );
};

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
  const scopeOf = await context.units.scopesOf([...courses.values()]);
  const now = context.clock();
  const doubtful = sessions.filter((session) => isUnconfirmed(session, now)).map(({ id }) => id);
  const marked = doubtful.length > 0 ? await context.marks.whichHave(doubtful) : new Set<string>();
  const scopes = new Map([...courses.values()].map((course) => [course.id, scopeOf(course)] as const));
  const limits = new Map(
    [...scopes].map(([id, scope]) => [id, sectionsFor(caller, 'readCourse', scope, now)] as const),
  );
  const isLimited = ({ courseId }: Session) => Boolean(limits.get(courseId)?.length);
  const limited = sessions.filter(isLimited);
  const ownCounts =
    limited.length > 0
      ? await countInSections(
          context,
          limited,
          limited.flatMap(({ courseId }) => limits.get(courseId) ?? []),
        )
      : counts;
  return sessions.map((session) => {
    const known = courses.get(session.courseId);
    const scope = scopes.get(session.courseId);
    const role = scope && roleIn(caller, scopeOfSections(scope, session.sections), now);
    const own = limits.get(session.courseId) ?? [];
    const surroundings = {
      // In the contract, a course without a name is unknown at the moment.
      course: known ?? { id: session.courseId, name: '', code: '' },
      teacherName:
        names.get(session.teacherId) ?? (session.teacherId === caller.id ? caller.name : UNKNOWN_NAME),
      attendanceCount: (isLimited(session) ? ownCounts : counts).get(session.id) ?? 0,
      hasMarks: marked.has(session.id),
    };
    return allows(role, 'readCourse')
      ? presentToStaff(
          isLimited(session) ? { ...session, ...covering(session, own) } : session,
          { ...surroundings, role },
          now,
          context.opensBeforeMinutes,
        )
      : presentToStudent(session, surroundings, now);
  });
};
