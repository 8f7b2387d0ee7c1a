import type { TicketClaims, VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, ttlCache, temporarilyUnavailable } from '@qr-attendance/server';
import { requiredChecksOf } from '../sessions/rules/policy.ts';
import { presentCourse } from '../sessions/rules/present.ts';
import type { Session } from '../sessions/rules/session.ts';
import { UNKNOWN_NAME } from '../sessions/describe-sessions.ts';
import type { FindCourses } from '../projections/find-courses.ts';
import type { FindNames } from '../projections/find-names.ts';

interface Deps {
  findCourses: FindCourses;
  findNames: FindNames;
  signTicket: (claims: Omit<TicketClaims, 'jti'>) => { ticket: string; expiresAt: Date };
}

/** How long a changed name of a course or teacher may stay unseen by those who scan. */
const REMEMBERED_MS = 2_000;

/** Answers who was in the room with a ticket, and with what the mark will need. */
export const makeIssueTicket = ({ findCourses, findNames, signTicket }: Deps) => {
  const courses = ttlCache(async (id) => (await findCourses([id])).get(id), REMEMBERED_MS);
  const teachers = ttlCache(async (id) => {
    const name = (await findNames([id])).get(id);
    return name === undefined ? undefined : { name };
  }, REMEMBERED_MS);
  return async (caller: Caller, session: Session): Promise<VerifiedScan> => {
    const { id, courseId, teacherId, location } = session;
    const [course, teacher] = await Promise.all([courses.find(courseId), teachers.find(teacherId)]);
    if (!course) throw temporarilyUnavailable();
    const { ticket, expiresAt } = signTicket({ sub: caller.id, sessionId: id, courseId });
    return {
      _id: id,
      course: presentCourse(course),
      teacher: teacher ?? { name: UNKNOWN_NAME },
      date: session.date,
      startTime: session.startTime.toISOString(),
      endTime: session.endTime?.toISOString(),
      // Never where the room is: whoever knows that can pretend to be there.
      location: location ? { required: true, radius: location.radius } : { required: false },
      requires: requiredChecksOf(session.policy),
      ticket,
      ticketExpiresAt: expiresAt.toISOString(),
    };
  };
};
export type IssueTicket = ReturnType<typeof makeIssueTicket>;
