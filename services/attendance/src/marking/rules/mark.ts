import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import type { AttendanceMarked, SessionChanged } from '@qr-attendance/contracts/events';

/** What a mark is about. */
export interface MarkIds {
  sessionId: string;
  courseId: string;
  studentId: string;
}

/** One student's attendance at one session. */
export interface Mark extends MarkIds {
  id: string;
  teacherId: string;
  /** The session's calendar day, `YYYY-MM-DD`. */
  sessionDate: string;
  status: AttendanceStatus;
  /** Its session was canceled, so it counts nowhere, whatever its status. */
  canceled?: boolean;
  markedAt: Date;
  deviceId: string | null;
  version: number;
}

export const attendanceMarkedOf = (mark: Mark): AttendanceMarked => ({
  id: mark.id,
  sessionId: mark.sessionId,
  courseId: mark.courseId,
  studentId: mark.studentId,
  status: mark.status,
  markedAt: mark.markedAt.toISOString(),
  ...(mark.deviceId ? { deviceId: mark.deviceId } : {}),
  version: mark.version,
});

/** A new mark as its student sees it. */
export const recordOf = (
  mark: Pick<Mark, 'id' | 'studentId' | 'markedAt' | 'status'>,
  {
    session,
    course,
    person,
  }: {
    session: SessionChanged;
    course: { name: string; code: string };
    person: { name: string; email: string };
  },
): AttendanceRecord => ({
  _id: mark.id,
  student: { _id: mark.studentId, ...person },
  session: {
    _id: session.id,
    course: { _id: session.courseId, ...course },
    date: session.date,
    startTime: session.startTime,
  },
  timestamp: mark.markedAt.toISOString(),
  status: mark.status,
});
