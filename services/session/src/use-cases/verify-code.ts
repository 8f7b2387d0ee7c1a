import type { TicketClaims, VerifiedScan } from '@qr-attendance/contracts';
import { Refused, tryAgainSoon, type Caller } from '@qr-attendance/service-kit';
import type { Codes } from '../data/codes.ts';
import type { Sessions } from '../data/sessions.ts';
import { isAccepted } from '../domain/code.ts';
import { requiredChecksOf } from '../domain/policy.ts';
import { presentCourse } from '../domain/present.ts';
import { isActive, type Session } from '../domain/session.ts';
import { UNKNOWN_NAME } from './describe-sessions.ts';
import type { FindCourses } from './find-courses.ts';
import type { FindNames } from './find-names.ts';

interface Deps {
  codes: Codes;
  sessions: Sessions;
  findCourses: FindCourses;
  findNames: FindNames;
  signTicket: (claims: Omit<TicketClaims, 'jti'>) => { ticket: string; expiresAt: Date };
  clock: () => Date;
}

const makeFindByLiveCode =
  ({ codes, sessions, clock }: Pick<Deps, 'codes' | 'sessions' | 'clock'>) =>
  async (code: string): Promise<Session | undefined> => {
    const issued = await codes.find(code);
    if (!issued || !isAccepted(issued, clock())) return undefined;
    const session = await sessions.find(issued.sessionId);
    return session && isActive(session, clock()) ? session : undefined;
  };

/**
 * Exchanges a scanned code for a ticket: from here on nothing races the rotation of codes. Whatever is wrong with the
 * code, the answer is the same.
 */
export const makeVerifyCode = (deps: Deps) => {
  const findByLiveCode = makeFindByLiveCode(deps);
  return async (caller: Caller, code: string): Promise<VerifiedScan> => {
    const session = await findByLiveCode(code);
    if (!session) {
      throw new Refused('not_found', 'invalid_code', 'Invalid QR code or session not found');
    }
    const { id, courseId, teacherId, location } = session;
    const [courses, names] = await Promise.all([deps.findCourses([courseId]), deps.findNames([teacherId])]);
    const course = courses.get(courseId);
    if (!course) throw tryAgainSoon();
    const { ticket, expiresAt } = deps.signTicket({ sub: caller.id, sessionId: id, courseId });
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
};
