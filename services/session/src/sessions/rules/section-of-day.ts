import { isBeforeJoining } from '@qr-attendance/contracts';
import { campusDay, type Session } from './session.ts';

/** A student of a course, with all periods of the membership. */
export interface CourseMember {
  courseId: string;
  studentId: string;
  periods: { sectionId: string; began: Date; ended?: Date | undefined }[];
}

/**
 * The section in which the attendance service lists a student of a course in a session: that of the day, else one of
 * before or after; undefined for guests, who are in none that the session covers.
 */
export const sectionOfDay = (
  { date, startTime, endedAt, sections }: Session,
  { courseId, periods }: CourseMember,
  campusTimeZone: string,
): string | undefined => {
  const covered = periods.filter(
    ({ sectionId }) =>
      !sections || sections.some((one) => one.courseId === courseId && one.sectionId === sectionId),
  );
  const held = { date, startTime: startTime.toISOString(), endedAt: endedAt?.toISOString() };
  const ofDay = covered.findLast(
    ({ began, ended }) =>
      !isBeforeJoining(held, { at: began.toISOString(), day: campusDay(began, campusTimeZone) }) &&
      (ended === undefined || ended > startTime),
  );
  return (ofDay ?? covered.at(-1))?.sectionId;
};
