import type { Lesson } from '../world/lessons.ts';
import type { Student } from '../world/people.ts';
import { markRequest } from './mark-request.ts';
import { openConnection, send } from './send.ts';

/** How a student fared who came, scanned and marked. */
export interface Visit {
  studentId: string;
  /** Answers of the two steps; 0 is none. The second is undefined where the first failed. */
  verifyStatus: number;
  markStatus?: number;
  /** Of the mark that was acknowledged. */
  markId?: string;
  /** From the moment the student came, so that a driver that is late counts against the figure. */
  verifyMs: number;
  markMs?: number;
  /** When the mark was answered, `performance.now()`. */
  answeredAt?: number;
}

/** A phone on a connection of its own: scans the code, marks, and goes. */
export const visit = async (
  url: string,
  student: Student,
  { code }: Lesson,
  dueAt: number,
): Promise<Visit> => {
  const connection = openConnection(url);
  const verified = await send(connection, {
    method: 'GET',
    path: `/api/sessions/verify/${code}`,
    headers: { authorization: `Bearer ${student.token}` },
  });
  const scanned = {
    studentId: student.id,
    verifyStatus: verified.status,
    verifyMs: verified.answeredAt - dueAt,
  };
  if (verified.status !== 200) return scanned;
  const { ticket } = JSON.parse(verified.text) as { ticket: string };
  const marked = await send(connection, markRequest(student, ticket));
  void connection.close();
  return {
    ...scanned,
    markStatus: marked.status,
    ...(marked.status === 201 ? { markId: (JSON.parse(marked.text) as { _id: string })._id } : {}),
    markMs: marked.answeredAt - verified.answeredAt,
    answeredAt: marked.answeredAt,
  };
};
