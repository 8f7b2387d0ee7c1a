import {
  attendanceStatusSchema,
  MAX_ROSTER_CHANGES,
  routes,
  type AttendanceRecord,
  type AttendanceStatus,
} from '@qr-attendance/contracts';
import { newPressId, type ApiClient } from '@qr-attendance/web-kit';

export type Decision = AttendanceStatus | null;

/** A withdrawn record has no status, but keeps its version for the next press. */
export type DisplayedMark = Pick<AttendanceRecord, '_id' | 'version' | 'reviewedAt'> & { status?: string };
export interface DisplayedStudent {
  studentId: string;
  mark: DisplayedMark | undefined;
}

export interface StatusChange {
  studentId: string;
  before: Decision;
  after: DisplayedMark | undefined;
}
export interface StatusResult {
  changes: StatusChange[];
  refused: number;
}

export type ApplyMarks = (marks: AttendanceRecord[], withdrawn?: string[]) => void;

function* parts<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += MAX_ROSTER_CHANGES)
    yield items.slice(from, from + MAX_ROSTER_CHANGES);
}

const decisionOf = (mark: DisplayedMark | undefined): Decision => {
  if (!mark?.reviewedAt) return null;
  return attendanceStatusSchema.options.find((status) => status === mark.status) ?? null;
};

interface SendContext {
  api: ApiClient;
  sessionId: string;
  take: ApplyMarks;
}

/**
 * Sends the students in parts and adds the changes of each part to `result`, so that a failure does not lose
 * earlier changes.
 */
export const sendStatus = async (
  { api, sessionId, take }: SendContext,
  status: AttendanceStatus,
  displayed: DisplayedStudent[],
  reason: string | undefined,
  result: StatusResult,
): Promise<void> => {
  for (const part of parts(displayed.filter(({ mark }) => mark?.status !== status))) {
    const students = part.map(({ studentId, mark }) => ({
      studentId,
      ...(mark && { markId: mark._id, ...(mark.version !== undefined && { version: mark.version }) }),
    }));
    const body = { sessionId, status, students, pressId: newPressId(), ...(reason && { reason }) };
    const { marks, refused } = await api.call(routes.attendance.setStatuses, { body });
    take(marks);
    result.refused += refused.length;
    const left = new Set(refused.map(({ studentId }) => studentId));
    const marksOf = new Map(marks.map((mark) => [mark.student._id, mark]));
    for (const { studentId, mark } of part)
      if (!left.has(studentId))
        result.changes.push({ studentId, before: decisionOf(mark), after: marksOf.get(studentId) });
  }
};

const withdrawn = ({ _id, version = 0 }: DisplayedMark): DisplayedMark => ({ _id, version: version + 1 });

/** Clears decisions, and skips students without a decision. */
export const sendClearDecisions = async (
  { api, sessionId, take }: SendContext,
  displayed: DisplayedStudent[],
  result: StatusResult,
): Promise<void> => {
  const decided = displayed.flatMap(({ studentId, mark }) => (mark?.reviewedAt ? [{ studentId, mark }] : []));
  for (const part of parts(decided)) {
    const marks = part.map(({ mark: { _id: markId, version } }) => ({
      markId,
      ...(version !== undefined && { version }),
    }));
    const answer = await api.call(routes.attendance.clearDecisions, { body: { sessionId, marks } });
    take(answer.marks, answer.withdrawn);
    result.refused += answer.refused.length;
    const left = new Set(answer.refused);
    const marksOf = new Map(answer.marks.map((mark) => [mark.student._id, mark]));
    for (const { studentId, mark } of part)
      if (!left.has(mark._id))
        result.changes.push({
          studentId,
          before: decisionOf(mark),
          after: marksOf.get(studentId) ?? withdrawn(mark),
        });
  }
};
