import type { System } from '@qr-attendance/stack';
import { tokenSigner } from '@qr-attendance/test-kit';
import type { Campus, Lesson } from '../world/fill-campus.ts';
import { markRequest } from './phone.ts';
import type { PreparedRequest } from './send.ts';

const TICKET_SECONDS = 3_600;

export interface PreparedMarks {
  lessons: Lesson[];
  marks: PreparedRequest[];
}

/**
 * Signs marks in advance, so that signing does not affect the measurement: tickets like the session service,
 * requests like browsers. Sessions alternate, because halls fill at the same time.
 */
export const prepareMarks = async ({ secrets }: System, campus: Campus): Promise<PreparedMarks> => {
  const { ticketFor } = tokenSigner(secrets);
  const lessons = await campus.openSessions();
  const marks = campus.students.flatMap((student) =>
    lessons.map(({ sessionId, courseId }) =>
      markRequest(student, ticketFor({ userId: student.id, sessionId, courseId }, TICKET_SECONDS)),
    ),
  );
  return { lessons, marks };
};

export const createTakeMarks = (system: System, campus: Campus) => {
  const left: PreparedRequest[] = [];
  return async (count: number): Promise<PreparedRequest[]> => {
    while (left.length < count) left.push(...(await prepareMarks(system, campus)).marks);
    return left.splice(0, count);
  };
};
