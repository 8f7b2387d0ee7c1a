import { LOCATION_RADIUS, type Course, type Session } from '@qr-attendance/contracts';
import { campusClock, campusMoment } from '@qr-attendance/web-kit';
import type { NewSessionBody } from '../../shared/api/sessions.ts';
import { stateOf } from '../../shared/session-state.ts';
import { AROUND_MINUTES, usualCourseAt, usualLengthOf } from '../../shared/usual-course.ts';

const MINUTE_MS = 60_000;

/** Whether a session of the course runs, or begins or began about now: then there is nothing to start. */
const isTakenCareOf = (sessions: Session[], courseId: string, now: Date): boolean =>
  sessions.some((session) => {
    const state = stateOf(session, now.getTime());
    if (session.course._id !== courseId || state === 'canceled') return false;
    const away = Math.abs(Date.parse(session.startTime) - now.getTime());
    return state === 'running' || away < AROUND_MINUTES * MINUTE_MS;
  });

/** The course whose class is about now: the only one there is, or the one whose usual hour it is. */
export const courseToStart = (courses: Course[], sessions: Session[], now: Date): Course | undefined => {
  const offered = courses.filter(({ archived }) => !archived);
  const ids = new Set(offered.map(({ _id }) => _id));
  const usual = usualCourseAt(
    sessions.filter(({ course }) => ids.has(course._id)),
    now,
  );
  const course = offered.length === 1 ? offered[0] : offered.find(({ _id }) => _id === usual);
  return course && !isTakenCareOf(sessions, course._id, now) ? course : undefined;
};

/** Until when a session that starts now lasts (ISO 8601); undefined: until it is ended. */
export const usualEndOf = (sessions: Session[], courseId: string, now: Date): string | undefined => {
  const length = usualLengthOf(sessions, courseId, now);
  if (length === undefined) return undefined;
  const { day, time } = campusClock(now);
  const end = new Date(Date.parse(campusMoment(day, time)) + length);
  // The form knows ends on the day of the start alone.
  return campusClock(end).day === day ? end.toISOString() : undefined;
};

/** A session from this minute on with the course's defaults, which the server knows. */
export const newSessionNow = (sessions: Session[], courseId: string, now: Date): NewSessionBody => {
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
