import { randomUUID, type KeyObject } from 'node:crypto';
import type { TicketClaims, VerifiedScan } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import {
  type Caller,
  type InternalClient,
  signToken,
  temporarilyUnavailable,
  TICKET,
  ttlCache,
  type TtlCache,
} from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findCourses, isEnrolled } from '../projections/find-courses.ts';
import type { Course, Courses } from '../projections/projections.ts';
import { presentCourse, UNKNOWN_NAME } from '../sessions/rules/present.ts';
import { requiredChecksOf, type Session } from '../sessions/rules/session.ts';

/** Long enough for PIN, selfie and passkey; short enough to be of no use after class. */
const LIFETIME_SECONDS = 300;

/** Makes the signer of tickets: claims bound to one user and one session. */
export const makeSignTicket =
  (key: { kid: string; key: KeyObject }, clock: () => Date) =>
  (claims: Omit<TicketClaims, 'jti'>, startTime: Date) => {
    // A JWT counts whole seconds.
    const issuedAt = Math.floor(clock().getTime() / 1000);
    // Who scans before the start waits for it.
    const wait = Math.max(0, Math.ceil(startTime.getTime() / 1000) - issuedAt);
    const lifetime = wait + LIFETIME_SECONDS;
    const ticket = signToken(TICKET, key, { ...claims, jti: randomUUID(), iat: issuedAt }, lifetime);
    return { ticket, expiresAt: new Date((issuedAt + lifetime) * 1000) };
  };

/** How long a changed name of a course or teacher may stay unseen by those who scan. */
const REMEMBERED_MS = 2_000;

/** What a whole hall asks for at once: the course and the teacher of the session that it scans. */
export interface ScanCaches {
  courses: TtlCache<Course>;
  teachers: TtlCache<{ name: string }>;
}
export const makeScanCaches = (owners: {
  courses: Courses;
  courseService: InternalClient;
  people: PeopleProjection;
  auth: InternalClient;
}): ScanCaches => ({
  courses: ttlCache(async (id) => (await findCourses(owners, [id])).get(id), REMEMBERED_MS),
  teachers: ttlCache(async (id) => {
    const name = (await findNames(owners, [id])).get(id);
    return name === undefined ? undefined : { name };
  }, REMEMBERED_MS),
});

export type Issuing = Pick<Context, 'scanCaches' | 'signTicket' | 'clock' | 'enrollments' | 'courseService'>;

/** Told with the ticket, so that nobody proves anything for a mark that is refused in the end. No scan waits for it. */
const findEnrolled = async (context: Issuing, { id, userType }: Caller, courseId: string) =>
  userType === 'STUDENT' ? isEnrolled(context, id, courseId).catch(() => undefined) : undefined;

/** Answers who was in the room with a ticket, and with what the mark will need. */
export const issueTicket = async (
  context: Issuing,
  caller: Caller,
  session: Session,
): Promise<VerifiedScan> => {
  const { scanCaches, signTicket, clock } = context;
  const { id, courseId, teacherId, location } = session;
  const [course, teacher, enrolled] = await Promise.all([
    scanCaches.courses.find(courseId),
    scanCaches.teachers.find(teacherId),
    findEnrolled(context, caller, courseId),
  ]);
  if (!course) throw temporarilyUnavailable();
  const { ticket, expiresAt } = signTicket({ sub: caller.id, sessionId: id, courseId }, session.startTime);
  const startsInMs = session.startTime.getTime() - clock().getTime();
  return {
    _id: id,
    course: presentCourse(course),
    teacher: teacher ?? { name: UNKNOWN_NAME },
    date: session.date,
    startTime: session.startTime.toISOString(),
    endTime: session.endTime?.toISOString(),
    ...(startsInMs > 0 ? { startsInMs } : {}),
    // Never where the room is: whoever knows that can pretend to be there.
    location: location ? { required: true, radius: location.radius } : { required: false },
    requires: requiredChecksOf(session.policy),
    enrolled,
    ticket,
    ticketExpiresAt: expiresAt.toISOString(),
  };
};
