import type { Caller } from '@qr-attendance/server';
import type { MarkFilter } from './mark-filter.ts';

/** The marks a caller may see: those of a teacher's own courses, or a student's own. */
export const ownMarks = ({ id, userType }: Caller): MarkFilter =>
  userType === 'TEACHER' ? { teacherId: id } : { studentId: id };
