import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { apiKey, useApiQuery } from '@qr-attendance/web-kit';

/** Everything that shows courses. */
export const courseKeys = [apiKey(routes.course.listCourses), apiKey(routes.course.getCourse)];

/** My own courses, all of them: a teacher has dozens at most. */
export const useCourses = () => useApiQuery(routes.course.listCourses, { query: { limit: PAGE_SIZE.max } });

export const useCourse = (id: string) => useApiQuery(routes.course.getCourse, { params: { id } });
