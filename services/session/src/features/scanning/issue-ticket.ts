import type { DeviceKey, TicketClaims, VerifiedScan } from '@qr-attendance/contracts';
import {
  type Caller,
  forbidden,
  temporarilyUnavailable,
  thumbprintOf,
  type InternalClient,
} from '@qr-attendance/server';
import { findCourseOf } from '../../projections/find-courses.ts';
import { answersPresenceCheck, hasPresenceCheck } from '../../core/sessions/rules/presence-check.ts';
import { presentCourse, UNKNOWN_NAME } from '../../core/sessions/rules/session-answers.ts';
import { courseIdsOf, requiredChecksOf, type Session } from '../../core/sessions/rules/session.ts';
import { requireStarted } from './rules/require-started.ts';
import type { ScanCaches } from './scan-caches.ts';
import type { SignTicket } from './sign-ticket.ts';
import type { Enrollments } from '../../projections/projections.ts';
import type { ExtraTimes } from '../../core/extra-time/extra-time.ts';

export interface IssueTicketDeps {
  scanCaches: ScanCaches;
  signTicket: SignTicket;
  clock: () => Date;
  enrollments: Enrollments;
  courseService: InternalClient;
  extraTimes: ExtraTimes;
}

interface Membership {
  courseId: string;
  sectionId: string;
}
interface StudentMembership {
  enrolled?: boolean;
  courseId?: string | undefined;
  otherSection?: VerifiedScan['otherSection'];
}

const isCovered = ({ sections }: Session, { sectionId }: Membership): boolean =>
  sections === undefined || sections.some((covered) => covered.sectionId === sectionId);

/** One lookup serves a lecture hall. Students who were not found recently are looked up individually. */
const findMemberships = async (
  context: IssueTicketDeps,
  studentId: string,
  courseIds: string[],
): Promise<Membership[]> => {
  const memberships: Membership[] = [];
  for (const courseId of courseIds) {
    const sectionId = (await context.scanCaches.sections.find(courseId))?.get(studentId);
    if (sectionId !== undefined) memberships.push({ courseId, sectionId });
  }
  if (memberships.length > 0) return memberships;
  const courseId = await findCourseOf(context, studentId, courseIds);
  const sectionId = courseId && (await context.enrollments.sectionOf(studentId, courseId));
  return courseId && sectionId ? [{ courseId, sectionId }] : [];
};

/** A student who was moved to another section after the class began still counts in this class, so no note is shown. */
const describeOtherSection = async (
  context: IssueTicketDeps,
  studentId: string,
  { startTime, sections = [] }: Session,
  own: Membership,
): Promise<VerifiedScan['otherSection']> => {
  const coveredIds = sections.map(({ sectionId }) => sectionId);
  if (await context.enrollments.leftSince(studentId, coveredIds, startTime)) return undefined;
  const nameOf = async ({ courseId, sectionId }: Membership): Promise<string | undefined> => {
    const course = await context.scanCaches.courses.find(courseId);
    const name = course?.sections.find(({ id }) => id === sectionId)?.name;
    return name !== undefined && courseId !== own.courseId ? `${course?.code} ${name}` : name;
  };
  const [ownName, ...names] = await Promise.all([own, ...sections].map(nameOf));
  const covered = names.filter((name) => name !== undefined);
  return ownName === undefined || covered.length === 0 ? undefined : { covered, own: ownName };
};

/**
 * The section is looked up before the ticket is issued, so that no student passes all checks for a mark that
 * would then be rejected. Never rejects a scan.
 */
const findOwnPlace = async (
  context: IssueTicketDeps,
  { id, userType }: Caller,
  session: Session,
): Promise<StudentMembership> => {
  if (userType !== 'STUDENT') return {};
  try {
    const memberships = await findMemberships(context, id, courseIdsOf(session));
    const own = memberships.find((membership) => isCovered(session, membership));
    if (own) return { enrolled: true, courseId: own.courseId };
    const [other] = memberships;
    if (!other) return { enrolled: false };
    const otherSection = await describeOtherSection(context, id, session, other);
    return { enrolled: true, courseId: other.courseId, otherSection };
  } catch {
    return {};
  }
};

export interface Scanner {
  thumbprint: string;
  clockBehindMs: number | undefined;
}

export const createScanner = (key: DeviceKey, at: string | undefined, now: Date): Scanner => ({
  thumbprint: thumbprintOf(key),
  clockBehindMs: at === undefined ? undefined : now.getTime() - Date.parse(at),
});

const claimsOf = (scanner: Scanner | undefined): Partial<TicketClaims> => {
  if (!scanner) return { unsigned: true };
  const { thumbprint, clockBehindMs } = scanner;
  return { cnf: { jkt: thumbprint }, ...(clockBehindMs === undefined ? {} : { clockBehindMs }) };
};

const scanUnsignedError = () =>
  forbidden(
    'scan_unsigned',
    'Your browser did not sign this scan, and this class asks for that. Reload the page, or use another browser.',
  );

interface CodeTiming extends Pick<TicketClaims, 'burstLateMs' | 'words'> {
  /**
   * The clock is read once per request: the mark is judged by the ticket's time and by the clock difference.
   * A clock that changes between two readings would make the ticket inconsistent.
   */
  at: Date;
  scannedAt?: Date;
}

export const issueTicket = async (
  context: IssueTicketDeps,
  caller: Caller,
  session: Session,
  scanner: Scanner | undefined,
  { at, scannedAt = at, ...more }: CodeTiming,
): Promise<VerifiedScan> => {
  requireStarted(session, at);
  if (!scanner && session.policy.allowUnsigned === false) throw scanUnsignedError();
  const { scanCaches, signTicket } = context;
  const { id, courseId, teacherId, location } = session;
  const courseIds = courseIdsOf(session);
  const [ownCourse, teacher, extraMinutes, own] = await Promise.all([
    scanCaches.courses.find(courseId),
    scanCaches.teachers.find(teacherId),
    context.extraTimes.minutesOf(courseIds, caller.id),
    findOwnPlace(context, caller, session),
  ]);
  const isOther = own.courseId !== undefined && own.courseId !== courseId;
  const course = isOther ? await scanCaches.courses.find(own.courseId ?? '') : ownCourse;
  if (!course) throw temporarilyUnavailable();
  const hasCheck = hasPresenceCheck(session);
  const answers = hasCheck && answersPresenceCheck(session, scannedAt, extraMinutes);
  const claims = {
    sub: caller.id,
    sessionId: id,
    courseId,
    ...claimsOf(scanner),
    ...more,
    ...(answers ? { presenceCheckAt: Math.floor(scannedAt.getTime() / 1000) } : {}),
  };
  const { ticket, expiresAt } = signTicket(claims, at, extraMinutes);
  return {
    _id: id,
    course: presentCourse(course),
    teacher: teacher ?? { name: UNKNOWN_NAME },
    date: session.date,
    startTime: session.startTime.toISOString(),
    endTime: session.endTime?.toISOString(),
    startsInMs: session.startTime.getTime() - at.getTime(),
    // Omits the location of the room, because anybody who knows it can pretend to be there.
    location: location ? { required: true, radius: location.radius } : { required: false },
    requires: requiredChecksOf(session.policy),
    enrolled: own.enrolled,
    ...(own.otherSection && { otherSection: own.otherSection }),
    ...(answers ? { presenceCheck: 'now' } : {}),
    ...(hasCheck && !answers && !session.presenceCheck?.confirmed ? { presenceCheck: 'later' } : {}),
    ticket,
    ticketExpiresAt: expiresAt.toISOString(),
  };
};
