import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import { notFound, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { sessionCanceled } from '../marking/rules/judge-mark.ts';
import type { Mark } from '../marking/rules/mark.ts';
import type { Decision } from './reviews.ts';

type Needs = Pick<Context, 'reviews' | 'records'>;

const findOwnMark = async ({ reviews }: Needs, markId: string, isOwn: (mark: Mark) => boolean) => {
  const mark = await reviews.findMark(markId);
  if (!mark || !isOwn(mark)) throw notFound('Mark');
  return mark;
};

const readRecord = async ({ records }: Needs, markId: string): Promise<AttendanceRecord> => {
  const [record] = await records.byIds([markId]);
  if (!record) throw notFound('Mark');
  return record;
};

/** What a teacher asks for. */
export type ReviewWish =
  | { decision: 'accept' }
  | { decision: 'correct'; status: AttendanceStatus; reason: string }
  | { decision: 'refuse'; reason: string };

const toDecision = ({ status: present, canceled }: Mark, wish: ReviewWish): Decision => {
  if (canceled) throw sessionCanceled();
  if (wish.decision === 'accept') return { action: 'accepted', status: present, reason: null };
  const { reason } = wish;
  if (wish.decision === 'refuse') return { action: 'refused', status: 'ABSENT', reason };
  return { action: wish.status === present ? 'accepted' : 'corrected', status: wish.status, reason };
};

/** Accepts, corrects or refuses a mark of a teacher's own course; of two at once, one is told that it came second. */
export const reviewMark = async (
  context: Needs & Pick<Context, 'wakeRelay'>,
  teacherId: string,
  markId: string,
  wish: ReviewWish,
): Promise<AttendanceRecord> => {
  const mark = await findOwnMark(context, markId, (found) => found.teacherId === teacherId);
  if (!(await context.reviews.decide(mark, teacherId, toDecision(mark, wish))))
    throw new DomainError(
      'conflict',
      'mark_changed',
      'This mark was changed a moment ago. Check it before you decide.',
    );
  context.wakeRelay();
  return readRecord(context, markId);
};

/** Lets a student say that an own mark is wrong, once until that is answered. */
export const disputeMark = async (
  context: Needs,
  studentId: string,
  markId: string,
  note: string,
): Promise<AttendanceRecord> => {
  await findOwnMark(context, markId, (found) => found.studentId === studentId);
  if (!(await context.reviews.dispute(markId, studentId, note)))
    throw new DomainError(
      'conflict',
      'dispute_open',
      'You have already reported this. Wait for your teacher’s answer.',
    );
  const record = await context.records.ofStudent(markId);
  if (!record) throw notFound('Mark');
  return record;
};

/** Lets the teacher answer. */
export const answerDispute = async (
  context: Needs,
  teacherId: string,
  markId: string,
  answer: string,
): Promise<AttendanceRecord> => {
  await findOwnMark(context, markId, (found) => found.teacherId === teacherId);
  if (!(await context.reviews.answerDispute(markId, teacherId, answer)))
    throw new DomainError(
      'conflict',
      'no_open_dispute',
      'The student has not reported a problem with this mark.',
    );
  return readRecord(context, markId);
};
