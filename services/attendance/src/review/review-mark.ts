import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import type { OutboxRelay } from '@qr-attendance/messaging';
import { notFound, DomainError } from '@qr-attendance/server';
import type { Records } from '../reports/records.ts';
import type { Decision, Reviews } from './reviews.ts';
import type { Mark } from '../marking/rules/mark.ts';

/** What a teacher asks for. */
export type ReviewWish =
  | { decision: 'accept' }
  | { decision: 'correct'; status: AttendanceStatus; reason: string }
  | { decision: 'refuse'; reason: string };

interface Deps {
  reviews: Reviews;
  records: Pick<Records, 'byIds'>;
  relay: OutboxRelay;
}

const toDecision = ({ status: present }: Mark, wish: ReviewWish): Decision => {
  if (wish.decision === 'accept') return { action: 'accepted', status: present, reason: null };
  const { reason } = wish;
  if (wish.decision === 'refuse') return { action: 'refused', status: 'ABSENT', reason };
  return { action: wish.status === present ? 'accepted' : 'corrected', status: wish.status, reason };
};

/** Accepts, corrects or refuses a mark of a teacher's own course; of two at once, one is told that it came second. */
export const makeReviewMark =
  ({ reviews, records, relay }: Deps) =>
  async (teacherId: string, markId: string, wish: ReviewWish): Promise<AttendanceRecord> => {
    const mark = await reviews.findMark(markId);
    if (mark?.teacherId !== teacherId) throw notFound('Mark');
    if (!(await reviews.decide(mark, teacherId, toDecision(mark, wish))))
      throw new DomainError(
        'conflict',
        'mark_changed',
        'This mark was changed a moment ago. Look at it again before you decide.',
      );
    relay.wake();
    const [record] = await records.byIds([markId]);
    if (!record) throw notFound('Mark');
    return record;
  };
export type ReviewMark = ReturnType<typeof makeReviewMark>;
