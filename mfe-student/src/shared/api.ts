import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { apiKey, useApiQuery } from '@qr-attendance/web-kit';

/** Everything that shows in which courses I am, or could be. */
export const courseKeys = [
  apiKey(routes.course.listCourses),
  apiKey(routes.course.listAvailableCourses),
  apiKey(routes.course.getInvitation),
];

/** The courses I am enrolled in, all of them: a student has a dozen. */
export const useMyCourses = () => useApiQuery(routes.course.listCourses, { query: { limit: PAGE_SIZE.max } });
