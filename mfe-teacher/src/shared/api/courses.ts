import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { apiKey, useApiQuery } from '@qr-attendance/web-kit';

export const courseKeys = [apiKey(routes.course.listCourses), apiKey(routes.course.getCourse)];

export const useCourses = () => useApiQuery(routes.course.listCourses, { query: { limit: PAGE_SIZE.max } });

export const useCourse = (id: string, enabled = true) =>
  useApiQuery(routes.course.getCourse, { params: { id } }, { enabled });

/**
 * The caller's courses, plus the course in the URL. Administrators of a unit open its courses by URL; the
 * list contains only courses that they teach.
 */
export const useCoursesWith = (courseId: string | undefined) => {
  const courses = useCourses();
  const isListed = courseId === undefined || courses.data?.some(({ _id }) => _id === courseId) !== false;
  const named = useCourse(courseId ?? '', !isListed);
  const { error, failureReason, isPending, refetch } = isListed ? courses : named;
  const data = isListed ? courses.data : named.data && [...(courses.data ?? []), named.data];
  return { data, error, failureReason, isPending, refetch, isListed };
};
