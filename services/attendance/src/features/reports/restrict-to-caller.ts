import type { Caller } from '@qr-attendance/server';
import type { Owners } from '../../core/owners/owners.ts';
import type { RecordFilter } from './record-filter.ts';

export const restrictToCaller = async <Filter extends Omit<RecordFilter, 'studentId' | 'courseIds'>>(
  { owners }: { owners: Pick<Owners, 'staffedCourses'> },
  caller: Caller,
  { courseId, ...filter }: Filter,
): Promise<Omit<Filter, 'courseId'> & RecordFilter> => {
  if (caller.userType !== 'TEACHER') return { ...filter, courseId, studentId: caller.id };
  return { ...filter, ...(await owners.staffedCourses(caller, 'readCourse', courseId)) };
};
