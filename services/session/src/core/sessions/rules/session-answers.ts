import {
  allows,
  type CalendarClass,
  lateFromOf,
  type SectionDetails,
  type Session as SessionAnswer,
} from '@qr-attendance/contracts';
import type { SessionSeries } from '../../../db/stored-session.ts';
import { shownCode, shownUntil } from '../../codes/rules/code-lifetime.ts';
import { presentPresenceCheck } from './presence-check.ts';
import { followsPlace, followsTime } from './series-link.ts';
import { isActive, isHeld, isOpen, opensAt, reopenUntil, stateOf, type Session } from './session.ts';
import { toSettled } from './transitions.ts';

export const UNKNOWN_NAME = 'Unknown';

export interface SessionContext {
  /** The caller's own course; the session's course if the caller has none. */
  course: { id: string; name: string; code: string };
  joint: { id: string; name: string; code: string; sections: SectionDetails[] }[];
  teacherName: string;
  attendanceCount: number;
  isProven: boolean;
}

export const isUnconfirmed = (session: Session, now: Date): boolean =>
  stateOf(session, now) === 'ended' && !isHeld(session);

/** An empty name means that it is currently unknown. */
export const unknownCourse = (id: string) => ({ id, name: '', code: '' });

export const presentCourse = ({ id, name, code }: SessionContext['course']) => ({ _id: id, name, code });

export const presentJointCourses = (
  { sections: covered = [] }: Pick<Session, 'sections'>,
  joint: SessionContext['joint'],
): Pick<SessionAnswer, 'courses'> => {
  if (joint.length < 2) return {};
  return {
    courses: joint.map(({ sections, ...course }) => ({
      ...presentCourse(course),
      sections: sections
        .filter(({ id }) => covered.some(({ sectionId }) => sectionId === id))
        .map(({ id, name }) => ({ id, name })),
    })),
  };
};

const presentSeries = (session: Session, link: SessionSeries) => ({
  id: link.id,
  key: link.key,
  ...(followsTime(session, link) && followsPlace(session, link) ? {} : { moved: true }),
});

export const movedFrom = (session: Session): Pick<CalendarClass, 'movedFrom'> => {
  const { series: link } = session;
  if (!link || link.dropped) return {};
  const isElsewhere = !followsPlace(session, link);
  if (followsTime(session, link) && !isElsewhere) return {};
  const { startTime, endTime } = link;
  return {
    movedFrom: {
      startTime: startTime.toISOString(),
      endTime: endTime.toISOString(),
      ...(isElsewhere ? { room: true } : {}),
    },
  };
};

/**
 * Nobody can be late in a running class whose planned end is before the limit; a class that was ended early
 * keeps its limit.
 */
const presentLateFrom = (session: Session): Pick<SessionAnswer, 'lateFrom'> => {
  const lateFrom = lateFromOf(session);
  const isReached = lateFrom && !(session.active && session.endTime && lateFrom >= session.endTime);
  return isReached ? { lateFrom: lateFrom.toISOString() } : {};
};

export const presentToStudent = (
  stored: Session,
  { course, joint, teacherName, attendanceCount }: SessionContext,
  now: Date,
): SessionAnswer => {
  const session = toSettled(stored, now);
  return {
    _id: session.id,
    course: presentCourse(course),
    teacher: { _id: session.teacherId, name: teacherName },
    date: session.date,
    startTime: session.startTime.toISOString(),
    endTime: session.endTime?.toISOString(),
    active: session.active,
    state: stateOf(session, now),
    ...(session.canceledAt ? { canceledAt: session.canceledAt.toISOString() } : {}),
    ...(session.room ? { room: session.room } : {}),
    ...(session.online ? { online: true } : {}),
    ...(session.series ? { series: presentSeries(session, session.series) } : {}),
    lateAfterMinutes: session.lateAfterMinutes,
    ...presentLateFrom(session),
    ...(session.sections ? { sections: session.sections } : {}),
    ...presentJointCourses(session, joint),
    attendanceCount,
  };
};

export const presentCode = (session: Session, now: Date): Pick<SessionAnswer, 'qrCode' | 'codeExpiresAt'> => {
  if (!isActive(session, now)) return {};
  const shown = shownCode(session, now);
  return {
    qrCode: shown.code,
    codeExpiresAt: shownUntil(shown.issuedAt, session.refreshInterval).toISOString(),
  };
};

export const presentToStaff = (
  session: Session,
  surroundings: SessionContext & { role: string | undefined },
  now: Date,
  opensBeforeMinutes: number,
): SessionAnswer => {
  const { refreshInterval, location, policy, version, canceledAt } = session;
  const open = isOpen(session, now, opensBeforeMinutes);
  const presenceCheck = presentPresenceCheck(session, now);
  const mayReopen = canceledAt && reopenUntil(canceledAt) > now;
  return {
    ...presentToStudent(session, surroundings, now),
    role: surroundings.role,
    location,
    policy,
    ...(presenceCheck ? { presenceCheck } : {}),
    version,
    refreshInterval,
    ...(isActive(session, now) && !open
      ? { codeOpensAt: opensAt(session, opensBeforeMinutes).toISOString() }
      : {}),
    ...(isUnconfirmed(session, now) && !surroundings.isProven ? { unconfirmed: true } : {}),
    ...(session.endedUnattended ? { endedUnattended: true } : {}),
    ...(mayReopen ? { reopenUntil: reopenUntil(canceledAt).toISOString() } : {}),
    ...(open && allows(surroundings.role, 'showCode') ? presentCode(session, now) : {}),
  };
};
