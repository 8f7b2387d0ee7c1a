import type { Course, Session } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';
import { stateOf } from './session-state.ts';

/** A teacher who opens the page within this time of the usual start probably means that class. */
export const MATCH_WINDOW_MINUTES = 45;
/** Older sessions may belong to another term. */
const WEEKS = 8;

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** The course that a form starts with. A URL with a course never selects a different one. */
export const preselectedCourse = (courses: Course[], courseId: string | undefined): Course | undefined => {
  if (courseId !== undefined) return courses.find(({ _id }) => _id === courseId);
  return courses.length === 1 ? courses[0] : undefined;
};

/**
 * Sessions whose start is closer to `now` weigh more, in order to choose the right one of two consecutive
 * classes.
 */
export const usualCourseAt = (sessions: Session[], now: Date): string | undefined => {
  const { day: today, time } = campusClock(now);
  const weightOf = (session: Session): number => {
    const startedAt = new Date(session.startTime);
    const age = now.getTime() - startedAt.getTime();
    const { day, time: start } = campusClock(startedAt);
    if (age < 0 || age > WEEKS * WEEK_MS + MATCH_WINDOW_MINUTES * MINUTE_MS) return 0;
    if (day === today || weekdayOf(day) !== weekdayOf(today) || stateOf(session) === 'canceled') return 0;
    return Math.max(0, MATCH_WINDOW_MINUTES - Math.abs(minuteOf(start) - minuteOf(time)));
  };
  const weights = new Map<string, number>();
  for (const session of sessions)
    weights.set(session.course._id, (weights.get(session.course._id) ?? 0) + weightOf(session));
  const [best] = [...weights].sort(([, one], [, other]) => other - one);
  return best && best[1] > 0 ? best[0] : undefined;
};

/** The length of the newest session that ran until its planned end; undefined if all were ended manually. */
export const usualLengthOf = (sessions: Session[], courseId: string, now: Date): number | undefined => {
  const lengths = sessions
    .filter(({ course, startTime }) => course._id === courseId && Date.parse(startTime) < now.getTime())
    .filter((session) => stateOf(session, now.getTime()) === 'ended')
    .flatMap(({ startTime, endTime }) =>
      endTime !== undefined && Date.parse(endTime) % MINUTE_MS === 0
        ? [{ startedAt: Date.parse(startTime), length: Date.parse(endTime) - Date.parse(startTime) }]
        : [],
    )
    .sort((one, other) => other.startedAt - one.startedAt);
  return lengths[0]?.length;
};
