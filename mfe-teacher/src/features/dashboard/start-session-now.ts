import { LOCATION_RADIUS, MAX_CLASS_MS, type Course, type Session } from '@qr-attendance/contracts';
import { campusClock, campusMoment } from '@qr-attendance/web-kit';
import type { NewSessionBody } from '../../shared/api/sessions.ts';
import { may } from '../../shared/may.ts';
import { stateOf } from '../../shared/session-state.ts';
import { MATCH_WINDOW_MINUTES, usualCourseAt, usualLengthOf } from '../../shared/usual-course.ts';

const MINUTE_MS = 60_000;

const isCovered = (sessions: Session[], courseId: string, now: Date): boolean =>
  sessions.some((session) => {
    const state = stateOf(session, now.getTime());
    if (session.course._id !== courseId || state === 'canceled') return false;
    const away = Math.abs(Date.parse(session.startTime) - now.getTime());
    return state === 'running' || away < MATCH_WINDOW_MINUTES * MINUTE_MS;
  });

export const findCourseToStart = (courses: Course[], sessions: Session[], now: Date): Course | undefined => {
  const offered = courses.filter((course) => !course.archived && may(course, 'manageSessions'));
  const ids = new Set(offered.map(({ _id }) => _id));
  const usual = usualCourseAt(
    sessions.filter(({ course }) => ids.has(course._id)),
    now,
  );
  const course = offered.length === 1 ? offered[0] : offered.find(({ _id }) => _id === usual);
  return course && !isCovered(sessions, course._id, now) ? course : undefined;
};

export const usualEndOf = (sessions: Session[], courseId: string, now: Date): string | undefined => {
  const length = usualLengthOf(sessions, courseId, now);
  if (length === undefined) return undefined;
  const { day, time } = campusClock(now);
  // The form contains only the time of the end, which must be less than a day later.
  return length < MAX_CLASS_MS
    ? new Date(Date.parse(campusMoment(day, time)) + length).toISOString()
    : undefined;
};

export const createSessionBody = (sessions: Session[], courseId: string, now: Date): NewSessionBody => {
  const { day, time } = campusClock(now);
  return {
    courseId,
    date: day,
    startTime: campusMoment(day, time),
    endTime: usualEndOf(sessions, courseId, now) ?? '',
    useLocation: false,
    locationRadius: LOCATION_RADIUS.default,
  };
};
