import { tokenSigner, type System } from '@qr-attendance/local-stack';
import type { Campus } from '../world/fill-campus.ts';
import { markRequest, type PreparedRequest } from './mark-request.ts';

/** Longer than any run. */
const TICKET_SECONDS = 3_600;

/**
 * Signs marks ahead, so that the signing takes no time from what is measured: tickets as the session service hands them
 * out, requests as the students' browsers sign them. Each student marks each session once; one after the other marks all
 * courses' sessions, as halls fill at the same time.
 */
export const makePreparedMarks = ({ secrets }: System, campus: Campus) => {
  const { ticketFor } = tokenSigner(secrets);
  const left: PreparedRequest[] = [];
  const openSitting = async (): Promise<void> => {
    const lessons = await campus.openSessions();
    for (const student of campus.students)
      for (const { sessionId, courseId } of lessons) {
        const ticket = ticketFor({ userId: student.id, sessionId, courseId }, TICKET_SECONDS);
        left.push(markRequest(student, ticket));
      }
  };
  /** So many marks that nobody has sent. */
  return async (count: number): Promise<PreparedRequest[]> => {
    while (left.length < count) await openSitting();
    return left.splice(0, count);
  };
};
export type TakeMarks = ReturnType<typeof makePreparedMarks>;
