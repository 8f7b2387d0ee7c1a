import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { apiKey, useApiQuery } from '@qr-attendance/web-kit';

/** The queries that show courses. */
export const courseKeys = [apiKey(routes.course.listCourses), apiKey(routes.course.getCourse)];

export const useCourses = () => useApiQuery(routes.course.listCourses, { query: { limit: PAGE_SIZE.max } });

export const useCourse = (id: string, enabled = true) =>
  useApiQuery(routes.course.getCourse, { params: { id } }, { enabled });
