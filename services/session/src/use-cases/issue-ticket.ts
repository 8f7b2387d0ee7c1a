import type { TicketClaims, VerifiedScan } from '@qr-attendance/contracts';
import { tryAgainSoon, type Caller } from '@qr-attendance/service-kit';
import { requiredChecksOf } from '../domain/policy.ts';
import { presentCourse } from '../domain/present.ts';
import type { Session } from '../domain/session.ts';
import { UNKNOWN_NAME } from './describe-sessions.ts';
import type { FindCourses } from './find-courses.ts';
import type { FindNames } from './find-names.ts';

interface Deps {
  findCourses: FindCourses;
  findNames: FindNames;
  signTicket: (claims: Omit<TicketClaims, 'jti'>) => { ticket: string; expiresAt: Date };
}

/** Answers who was in the room with a ticket, and with what the mark will need. */
export const makeIssueTicket =
  ({ findCourses, findNames, signTicket }: Deps) =>
  async (caller: Caller, session: Session): Promise<VerifiedScan> => {
    const { id, courseId, teacherId, location } = session;
    const [courses, names] = await Promise.all([findCourses([courseId]), findNames([teacherId])]);
    const course = courses.get(courseId);
    if (!course) throw tryAgainSoon();
    const { ticket, expiresAt } = signTicket({ sub: caller.id, sessionId: id, courseId });
    return {
      _id: id,
      course: presentCourse(course),
      teacher: { name: names.get(teacherId) ?? UNKNOWN_NAME },
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
export type IssueTicket = ReturnType<typeof makeIssueTicket>;
