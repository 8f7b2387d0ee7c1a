import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { apiKey, useApiQuery } from '@qr-attendance/web-kit';

export const courseKeys = [
  apiKey(routes.course.listCourses),
  apiKey(routes.course.listAvailableCourses),
  apiKey(routes.course.getInvitation),
];

/** A single page, because a student has only a dozen courses. */
export const useMyCourses = () => useApiQuery(routes.course.listCourses, { query: { limit: PAGE_SIZE.max } });
