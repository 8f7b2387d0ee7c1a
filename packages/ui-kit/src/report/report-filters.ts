import {
  attendanceStatusSchema,
  daySchema,
  objectIdSchema,
  type AttendanceStatus,
} from '@qr-attendance/contracts';
import { endOfDay, startOfDay } from '@qr-attendance/web-kit';

export interface ReportFilters {
  courseId?: string;
  sectionId?: string;
  from?: string;
  to?: string;
  status?: AttendanceStatus;
}

export const readReportFilters = (search: URLSearchParams): ReportFilters => {
  const courseId = objectIdSchema.safeParse(search.get('course')).data;
  const sectionId = objectIdSchema.safeParse(search.get('section')).data;
  const from = daySchema.safeParse(search.get('from')).data;
  const to = daySchema.safeParse(search.get('to')).data;
  const status = attendanceStatusSchema.safeParse(search.get('status')).data;
  return {
    ...(courseId && { courseId }),
    ...(courseId && sectionId && { sectionId }),
    ...(from && { from }),
    ...(to && { to }),
    ...(status && { status }),
  };
};

export const writeReportFilters = ({ courseId, sectionId, ...rest }: ReportFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ course: courseId, section: sectionId, ...rest }).filter(
      (entry): entry is [string, string] => !!entry[1],
    ),
  );

export const isReversed = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from !== undefined && to !== undefined && from > to;

/** Converts the filters to API parameters: whole campus days (specification, section 5). */
export const reportQuery = ({ courseId, sectionId, from, to, status }: ReportFilters) => ({
  ...(courseId && { courseId }),
  ...(sectionId && { sectionId }),
  ...(status && { status }),
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: endOfDay(to) }),
});
export type ReportQuery = ReturnType<typeof reportQuery>;
