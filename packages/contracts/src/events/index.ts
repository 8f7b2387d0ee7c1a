import { attendanceMarked } from './attendance.ts';
import { securityChanged, userChanged } from './auth.ts';
import { courseChanged, enrolmentChanged } from './course.ts';
import { sessionChanged } from './session.ts';

export * from './attendance.ts';
export * from './auth.ts';
export * from './course.ts';
export * from './event.ts';
export * from './session.ts';

/** Every topic there is. */
export const topics = [
  userChanged,
  securityChanged,
  courseChanged,
  enrolmentChanged,
  sessionChanged,
  attendanceMarked,
] as const;
