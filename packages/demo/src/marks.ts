import { faker } from '@faker-js/faker/locale/en';
import type { AttendanceStatus } from '@qr-attendance/contracts';
import { toIso } from './now-on-campus.ts';
import type { EnrolledStudent } from './register-campus.ts';

const LATE_SHARE = 0.08;
/** Late students arrive within this many minutes after the limit. */
const LATE_MINUTES = 20;

const EXCUSED_SHARE = 0.12;

interface RandomMark {
  studentId: string;
  status: AttendanceStatus;
  markedAt: string;
}
const within = (from: Temporal.ZonedDateTime, minutes: number): string =>
  toIso(from.add({ seconds: faker.number.int({ min: 5, max: minutes * 60 - 5 }) }));

const drawArrival = (start: Temporal.ZonedDateTime, lateAfterMinutes: number) =>
  faker.datatype.boolean(LATE_SHARE)
    ? { status: 'LATE' as const, markedAt: within(start.add({ minutes: lateAfterMinutes }), LATE_MINUTES) }
    : { status: 'PRESENT' as const, markedAt: within(start, lateAfterMinutes) };

const drawMissing = (end: Temporal.ZonedDateTime) => ({
  status: faker.datatype.boolean(EXCUSED_SHARE) ? ('EXCUSED' as const) : ('ABSENT' as const),
  markedAt: toIso(end),
});

export const drawMarks = (
  students: EnrolledStudent[],
  {
    start,
    end,
    lateAfterMinutes,
  }: { start: Temporal.ZonedDateTime; end: Temporal.ZonedDateTime; lateAfterMinutes: number },
): RandomMark[] =>
  students.map(({ id, diligence }) => ({
    studentId: id,
    ...(faker.datatype.boolean(diligence) ? drawArrival(start, lateAfterMinutes) : drawMissing(end)),
  }));

export const drawFirstHalf = (
  students: EnrolledStudent[],
  start: Temporal.ZonedDateTime,
  minutesAgo: number,
): RandomMark[] =>
  faker.helpers
    .arrayElements(students, Math.floor(students.length / 2))
    .map(({ id }) => ({ studentId: id, status: 'PRESENT', markedAt: within(start, minutesAgo) }));
