import type { Session as SessionAnswer } from '@qr-attendance/contracts';
import { isShowable, shownUntil } from '../../codes/rules/code.ts';
import { isActive, toEnded, type Session } from './session.ts';

/** The name of who is not known at the moment. */
export const UNKNOWN_NAME = 'Unknown';

/** What a session's description takes from elsewhere. */
export interface Surroundings {
  course: { id: string; name: string; code: string };
  teacherName: string;
  attendanceCount: number;
}

export const presentCourse = ({ id, name, code }: Surroundings['course']) => ({ _id: id, name, code });

/** A session as anybody who may see it does. One past its end is shown as ended. */
export const presentToStudent = (
  stored: Session,
  { course, teacherName, attendanceCount }: Surroundings,
  now: Date,
): SessionAnswer => {
  const session = stored.active && !isActive(stored, now) ? toEnded(stored, now) : stored;
  return {
    _id: session.id,
    course: presentCourse(course),
    teacher: { _id: session.teacherId, name: teacherName },
    date: session.date,
    startTime: session.startTime.toISOString(),
    endTime: session.endTime?.toISOString(),
    active: session.active,
    lateAfterMinutes: session.lateAfterMinutes,
    attendanceCount,
  };
};

/** The same to its own teacher: with the room and the policy, and while it runs the code if that can still be shown. */
export const presentToTeacher = (session: Session, surroundings: Surroundings, now: Date): SessionAnswer => {
  const { currentCode, refreshInterval, location, policy } = session;
  const code = isActive(session, now) &&
    isShowable(session, now) && {
      qrCode: currentCode.code,
      codeExpiresAt: shownUntil(currentCode.issuedAt, refreshInterval).toISOString(),
    };
  return { ...presentToStudent(session, surroundings, now), location, policy, refreshInterval, ...code };
};
