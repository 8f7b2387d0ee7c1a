import { isBeforeJoining, type JoinTime } from '@qr-attendance/contracts';
import { campusDay } from '@qr-attendance/server';
import type { CourseMember } from '../../../db/projection-models.ts';
import type { Session } from './session.ts';

interface DatedPeriod {
  sectionId: string;
  joined: JoinTime;
  ended: Date | undefined;
}
/** A student of a course with all membership periods, converted to days once for many sessions. */
export interface DatedMember extends Pick<CourseMember, 'courseId' | 'studentId'> {
  periods: DatedPeriod[];
}

export const toDatedMember = (
  { courseId, studentId, periods }: CourseMember,
  campusTimeZone: string,
): DatedMember => ({
  courseId,
  studentId,
  periods: periods.map(({ sectionId, began, ended }) => ({
    sectionId,
    joined: { at: began.toISOString(), day: campusDay(began, campusTimeZone) },
    ended,
  })),
});

/**
 * The section in which the attendance service lists a student of a course in a session: the section on that day, else
 * an earlier or later section; undefined for guests, who are in no covered section.
 */
export const sectionOnDay = (
  { date, startTime, endedAt, sections }: Session,
  { courseId, periods }: DatedMember,
): string | undefined => {
  const covered = periods.filter(
    ({ sectionId }) =>
      !sections || sections.some((one) => one.courseId === courseId && one.sectionId === sectionId),
  );
  const times = { date, startTime: startTime.toISOString(), endedAt: endedAt?.toISOString() };
  const ofDay = covered.findLast(
    ({ joined, ended }) => !isBeforeJoining(times, joined) && (ended === undefined || ended > startTime),
  );
  return (ofDay ?? covered.at(-1))?.sectionId;
};
