import type { AttendanceRecord } from '@qr-attendance/contracts';
import { notFound, DomainError } from '@qr-attendance/server';
import type { Records } from '../reports/records.ts';
import type { Reviews } from './reviews.ts';

interface Deps {
  reviews: Reviews;
  records: Pick<Records, 'byIds' | 'ofStudent'>;
}

/** Lets a student say that an own mark is wrong, once until that is answered. */
export const makeDisputeMark =
  ({ reviews, records }: Deps) =>
  async (studentId: string, markId: string, note: string): Promise<AttendanceRecord> => {
    const mark = await reviews.findMark(markId);
    if (mark?.studentId !== studentId) throw notFound('Mark');
    if (!(await reviews.dispute(markId, studentId, note)))
      throw new DomainError(
        'conflict',
        'dispute_open',
        'You have already said so. Please wait for your teacher’s answer.',
      );
    const record = await records.ofStudent(markId);
    if (!record) throw notFound('Mark');
    return record;
  };
export type DisputeMark = ReturnType<typeof makeDisputeMark>;

/** Lets the teacher answer. */
export const makeAnswerDispute =
  ({ reviews, records }: Deps) =>
  async (teacherId: string, markId: string, answer: string): Promise<AttendanceRecord> => {
    const mark = await reviews.findMark(markId);
    if (mark?.teacherId !== teacherId) throw notFound('Mark');
    if (!(await reviews.answerDispute(markId, teacherId, answer)))
      throw new DomainError('conflict', 'no_open_dispute', 'There is nothing to answer at this mark.');
    const [record] = await records.byIds([markId]);
    if (!record) throw notFound('Mark');
    return record;
  };
export type AnswerDispute = ReturnType<typeof makeAnswerDispute>;
