import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { MarkOrigin } from './rules/judge-origin.ts';

/** How a try to mark ended: written now, told once more, refused for a reason, or broken off. */
export type MarkOutcome =
  { result: 'recorded' | 'repeated' | 'failed' } | { result: 'refused'; code: string };
export type TellMarkOutcome = (outcome: MarkOutcome) => void;

/** A record, and whether this try has written it. */
export interface Marked {
  record: AttendanceRecord;
  isNew: boolean;
}
type Try<Answer> = (
  studentId: string,
  submission: AttendanceSubmission,
  origin: MarkOrigin,
) => Promise<Answer>;

/** Tells how each try ended, and passes its end on. */
export const tellMarkOutcome =
  (tell: TellMarkOutcome, tryToMark: Try<Marked>): Try<AttendanceRecord> =>
  async (...asked) => {
    try {
      const { record, isNew } = await tryToMark(...asked);
      tell({ result: isNew ? 'recorded' : 'repeated' });
      return record;
    } catch (error) {
      tell(error instanceof DomainError ? { result: 'refused', code: error.code } : { result: 'failed' });
      throw error;
    }
  };
