import type {
  AttendanceRecord,
  Flag,
  FlaggedAttempt,
  RefusedStudent,
  StudentInfo,
} from '@qr-attendance/contracts';

/** A student who tried to mark and could not: the last refusal, flags, or both. */
export interface NeedsHelp {
  student: StudentInfo;
  refused: RefusedStudent | undefined;
  flags: Flag[];
}

/** Students who need help, by id. */
export type HelpByStudent = ReadonlyMap<string, NeedsHelp>;

/** A student who is marked by now, or was decided on, needs no help. An absence of the end of class helps nobody. */
const isSettled = ({ status, reviewedAt }: AttendanceRecord): boolean =>
  status !== 'ABSENT' || reviewedAt !== undefined;

/** Students who need help, by id. */
export const findNeedsHelp = (
  refused: RefusedStudent[],
  attempts: FlaggedAttempt[],
  records: AttendanceRecord[],
): HelpByStudent => {
  const found = new Map<string, NeedsHelp>();
  if (refused.length === 0 && attempts.length === 0) return found;
  const settled = new Set(records.filter(isSettled).map(({ student }) => student._id));
  const marked = new Set(records.map(({ student }) => student._id));
  for (const one of refused)
    if (!settled.has(one.student._id))
      found.set(one.student._id, { student: one.student, refused: one, flags: [] });
  for (const { student, flags } of attempts)
    if (!marked.has(student._id))
      found.set(student._id, { student, refused: found.get(student._id)?.refused, flags });
  return found;
};
