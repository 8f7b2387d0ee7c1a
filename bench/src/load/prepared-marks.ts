import type { System } from '@qr-attendance/stack';
import { tokenSigner } from '@qr-attendance/test-kit';
import type { Campus } from '../world/fill-campus.ts';
import type { Lesson } from '../world/lessons.ts';
import { markRequest, type PreparedRequest } from './mark-request.ts';

/** Longer than any run. */
const TICKET_SECONDS = 3_600;

/** A session of each course, and the mark of each student in each of them. */
export interface Sitting {
  lessons: Lesson[];
  marks: PreparedRequest[];
}

/**
 * Signs marks ahead, so that the signing takes no time from what is measured: tickets as the session service hands them
 * out, requests as the students' browsers sign them. Sessions take turns, as halls fill at the same time.
 */
export const prepareSitting = async ({ secrets }: System, campus: Campus): Promise<Sitting> => {
  const { ticketFor } = tokenSigner(secrets);
  const lessons = await campus.openSessions();
  const marks = campus.students.flatMap((student) =>
    lessons.map(({ sessionId, courseId }) =>
      markRequest(student, ticketFor({ userId: student.id, sessionId, courseId }, TICKET_SECONDS)),
    ),
  );
  return { lessons, marks };
};

/** Takes so many marks that nobody has sent, of as many sittings as it needs. */
export const makeTakeMarks = (system: System, campus: Campus) => {
  const left: PreparedRequest[] = [];
  return async (count: number): Promise<PreparedRequest[]> => {
    while (left.length < count) left.push(...(await prepareSitting(system, campus)).marks);
    return left.splice(0, count);
  };
};
