import type { AttendanceRecord } from '@qr-attendance/contracts';

export interface SessionToReview {
  session: AttendanceRecord['session'];
  count: number;
}

/** How many of the marks each session has, in the order of the marks. */
export const groupBySession = (marks: AttendanceRecord[]): SessionToReview[] =>
  [...Map.groupBy(marks, ({ session }) => session._id).values()].flatMap(([first, ...rest]) =>
    first ? [{ session: first.session, count: rest.length + 1 }] : [],
  );
