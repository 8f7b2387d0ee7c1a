import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';

export const STUDENT_FILE = 'attendance-report-all-columns.csv';
export const GRID_FILE = 'course-attendance.csv';

/** All records of one student of a course as CSV. */
export const useExportStudent = (courseId: string, studentId: string) => {
  const api = useApi();
  return () => api.file(routes.attendance.exportAllColumns, { query: { courseId, studentId } });
};

/** All students and sessions of a course as CSV. */
export const useExportGrid = (courseId: string) => {
  const api = useApi();
  return () => api.file(routes.attendance.exportCourseGrid, { params: { id: courseId }, query: {} });
};
