import type {
  AttendanceRecord,
  Flag,
  FlaggedAttempt,
  RefusedStudent,
  StudentInfo,
} from '@qr-attendance/contracts';

export interface HelpRequest {
  student: StudentInfo;
  refused: RefusedStudent | undefined;
  flags: Flag[];
}

export type HelpByStudent = ReadonlyMap<string, HelpRequest>;

/**
 * Whether a mark or a teacher's decision has made help unnecessary. An absence without a decision does not
 * count.
 */
const isSettled = ({ status, reviewedAt }: AttendanceRecord): boolean =>
  status !== 'ABSENT' || reviewedAt !== undefined;

export const findNeedsHelp = (
  refused: RefusedStudent[],
  attempts: FlaggedAttempt[],
  records: AttendanceRecord[],
): HelpByStudent => {
  const requests = new Map<string, HelpRequest>();
  if (refused.length === 0 && attempts.length === 0) return requests;
  const settled = new Set(records.filter(isSettled).map(({ student }) => student._id));
  const marked = new Set(records.map(({ student }) => student._id));
  for (const refusedStudent of refused)
    if (!settled.has(refusedStudent.student._id))
      requests.set(refusedStudent.student._id, {
        student: refusedStudent.student,
        refused: refusedStudent,
        flags: [],
      });
  for (const { student, flags } of attempts)
    if (!marked.has(student._id))
      requests.set(student._id, { student, refused: requests.get(student._id)?.refused, flags });
  return requests;
};
