import { attendanceStatusSchema, objectIdSchema, type AttendanceStatus } from '@qr-attendance/contracts';

export interface HistoryFilters {
  courseId: string | undefined;
  status: AttendanceStatus | undefined;
}

export const readFilters = (search: URLSearchParams): HistoryFilters => ({
  courseId: objectIdSchema.safeParse(search.get('course')).data,
  status: attendanceStatusSchema.safeParse(search.get('status')).data,
});

export const readOpenedSession = (search: URLSearchParams): string | undefined =>
  objectIdSchema.safeParse(search.get('session')).data;

export const writeFilters = ({ courseId, status }: HistoryFilters): Record<string, string> => ({
  ...(courseId && { course: courseId }),
  ...(status && { status }),
});
