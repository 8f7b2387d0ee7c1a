import type { AttendanceStatus } from '@qr-attendance/contracts';
import type { AttendanceMarked } from '@qr-attendance/contracts/events';

/** One student's attendance at one session. */
export interface Mark {
  id: string;
  sessionId: string;
  courseId: string;
  teacherId: string;
  studentId: string;
  /** The session's calendar day, `YYYY-MM-DD`. */
  sessionDate: string;
  status: AttendanceStatus;
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
