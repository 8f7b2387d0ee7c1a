import {
  allows,
  can,
  type CoveredSection,
  INSTITUTION,
  roleIn,
  type Scope,
  sectionsFor,
  type Session as SessionAnswer,
} from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type Caller, notFound, type InternalClient } from '@qr-attendance/server';
import { type CourseStores, findCourses } from '../../projections/find-courses.ts';
import { scopeOfSession } from './find-session-for.ts';
import {
  isUnconfirmed,
  presentToStaff,
  presentToStudent,
  unknownCourse,
  UNKNOWN_NAME,
} from './rules/session-answers.ts';
import { toDatedMember, sectionOnDay } from './rules/section-on-day.ts';
import { courseIdsOf, type Session } from './rules/session.ts';
import type { Enrollments, Marks } from '../../projections/projections.ts';

export interface DescribeDeps extends CourseStores {
  enrollments: Enrollments;
  people: PeopleProjection;
  auth: InternalClient;
  marks: Marks;
  opensBeforeMinutes: number;
  campusTimeZone: string;
}

const covering = ({ sections }: Session, own: string[]): Pick<Session, 'sections'> =>
  sections ? { sections: sections.filter(({ sectionId }) => own.includes(sectionId)) } : {};

const seenSections = (caller: Caller, session: Session, scopes: Map<string, Scope>, now: Date) => {
  const courseIds = courseIdsOf(session);
  const limits = courseIds.map((id) => sectionsFor(caller, 'readCourse', scopes.get(id) ?? INSTITUTION, now));
  if (limits.every((limit) => limit === undefined)) return undefined;
  const { sections = [] } = session;
  return limits.flatMap(
    (limit, index) =>
      limit ??
      sections.filter(({ courseId }) => courseId === courseIds[index]).map(({ sectionId }) => sectionId),
  );
};

const courseOfStudent = (session: Session, memberships: CoveredSection[]): string | undefined => {
  const own = courseIdsOf(session).flatMap((id) => memberships.filter(({ courseId }) => courseId === id));
  const covered = own.find(({ sectionId }) => session.sections?.some((one) => one.sectionId === sectionId));
  return (covered ?? own[0])?.courseId;
};

/** For each session, the number of attending students who were in the given sections that day. */
const countInSections = async (
  { enrollments, marks, campusTimeZone }: { enrollments: Enrollments; marks: Marks; campusTimeZone: string },
  sessions: Session[],
  sectionIds: string[],
): Promise<Map<string, number>> => {
  const members = (await enrollments.everIn(sectionIds)).map((member) =>
    toDatedMember(member, campusTimeZone),
  );
  const studentsOf = (session: Session) =>
    members
      .filter(({ courseId }) => courseIdsOf(session).includes(courseId))
      .filter((member) => sectionIds.includes(sectionOnDay(session, member) ?? ''))
      .map(({ studentId }) => studentId);
  return marks.countAmong(
    new Map(sessions.map((session) => [session.id, [...new Set(studentsOf(session))]])),
  );
};

export const describeSessions = async (
  context: DescribeDeps,
  caller: Caller,
  sessions: Session[],
): Promise<SessionAnswer[]> => {
  const [courses, names, counts] = await Promise.all([
    findCourses(context, sessions.flatMap(courseIdsOf)),
    findNames(
      context,
      sessions.map(({ teacherId }) => teacherId),
    ),
    context.marks.countsOf(sessions.map(({ id }) => id)),
  ]);
  const scopeOf = await context.units.scopesOf([...courses.values()]);
  const now = context.clock();
  const proven = await context.marks.whichProve(sessions.filter((session) => isUnconfirmed(session, now)));
  const scopes = new Map([...courses.values()].map((course) => [course.id, scopeOf(course)] as const));
  const visibleSections = new Map(
    sessions.map((one) => [one.id, seenSections(caller, one, scopes, now)] as const),
  );
  const ownCounts = new Map<string, number>();
  const limited = sessions.filter(({ id }) => visibleSections.get(id)?.length);
  for (const [, alike] of Map.groupBy(limited, ({ id }) => visibleSections.get(id)?.join()))
    for (const [id, count] of await countInSections(
      context,
      alike,
      visibleSections.get(alike[0]?.id ?? '') ?? [],
    ))
      ownCounts.set(id, count);
  const isJoint = sessions.some((session) => courseIdsOf(session).length > 1);
  const memberships =
    isJoint && caller.userType === 'STUDENT' ? await context.enrollments.currentOf(caller.id) : [];
  return sessions.map((session) => {
    const scope = scopeOfSession(session, scopes);
    const role = roleIn(caller, scope, now);
    const own = visibleSections.get(session.id) ?? [];
    const isLimited = own.length > 0;
    const ofCaller =
      courseOfStudent(session, memberships) ??
      courseIdsOf(session).find((id) => can(caller, 'readCourse', scopes.get(id) ?? INSTITUTION, now)) ??
      session.courseId;
    const joint = courseIdsOf(session).map((id) => courses.get(id) ?? { ...unknownCourse(id), sections: [] });
    const surroundings = {
      course: courses.get(ofCaller) ?? unknownCourse(ofCaller),
      joint,
      teacherName:
        names.get(session.teacherId) ?? (session.teacherId === caller.id ? caller.name : UNKNOWN_NAME),
      attendanceCount: (isLimited ? ownCounts : counts).get(session.id) ?? 0,
      isProven: proven.has(session.id),
    };
    return allows(role, 'readCourse')
      ? presentToStaff(
          // Staff who may change the sections see all of them.
          isLimited && !allows(role, 'manageSessions') ? { ...session, ...covering(session, own) } : session,
          { ...surroundings, role },
          now,
          context.opensBeforeMinutes,
        )
      : presentToStudent(session, surroundings, now);
  });
};

export const describeSession = async (
  context: DescribeDeps,
  caller: Caller,
  session: Session,
): Promise<SessionAnswer> => {
  const [answer] = await describeSessions(context, caller, [session]);
  if (!answer) throw notFound('Session');
  return answer;
};
