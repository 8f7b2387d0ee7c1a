import type { AttendanceStatus, ReceiptClaims } from '@qr-attendance/contracts';
import type { Records } from '../attendance/create-attendance.ts';
import { parseRecordId } from '../attendance/record-id.ts';

type Recorded = Pick<ReceiptClaims, 'date' | 'recordedAt'> & { status: AttendanceStatus };

/** What receipts say of records. */
export const createReceiptFacts = (records: Pick<Records, 'find'>) => ({
  /** Undefined where the record is not this student's own. */
  ofStudent: async (
    recordId: string,
    studentId: string,
  ): Promise<Omit<ReceiptClaims, 'iss' | 'iat' | 'mark'> | undefined> => {
    const key = parseRecordId(recordId);
    const found = key.studentId === studentId ? await records.find(key) : undefined;
    if (!found) return undefined;
    const { status, timestamp: recordedAt, student, session } = found.record;
    const { name, code } = session.course;
    return { status, recordedAt, date: session.date, student: student.name, course: { name, code } };
  },
  /** What is recorded now, and whether its student was erased; undefined where there is no such record any more. */
  now: async (recordId: string): Promise<(Recorded & { erasedName: string | undefined }) | undefined> => {
    const found = await records.find(parseRecordId(recordId));
    return (
      found && {
        status: found.record.status as AttendanceStatus,
        date: found.record.session.date,
        recordedAt: found.record.timestamp,
        erasedName: found.isErased ? found.record.student.name : undefined,
      }
    );
  },
});
export type ReceiptFacts = ReturnType<typeof createReceiptFacts>;
