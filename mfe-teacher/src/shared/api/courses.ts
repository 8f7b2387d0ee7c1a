import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { apiKey, useApiQuery } from '@qr-attendance/web-kit';

/** The queries that show courses. */
export const courseKeys = [apiKey(routes.course.listCourses), apiKey(routes.course.getCourse)];

export const useCourses = () => useApiQuery(routes.course.listCourses, { query: { limit: PAGE_SIZE.max } });

export const useCourse = (id: string, enabled = true) =>
  useApiQuery(routes.course.getCourse, { params: { id } }, { enabled });

/**
 * The caller's courses, and the course that an address names. Administrators of a unit open its courses one by one;
 * the list has only courses of their own.
 */
export const useCoursesWith = (courseId: string | undefined) => {
  const courses = useCourses();
  const isListed = courseId === undefined || courses.data?.some(({ _id }) => _id === courseId) !== false;
  const named = useCourse(courseId ?? '', !isListed);
  const { error, failureReason, isPending, refetch } = isListed ? courses : named;
  const data = isListed ? courses.data : named.data && [...(courses.data ?? []), named.data];
  return { data, error, failureReason, isPending, refetch, isListed };
};
