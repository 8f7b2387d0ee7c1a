import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

export const useCourseStudent = (courseId: string, studentId: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['teacher', 'course-student', courseId, studentId],
    queryFn: ({ signal }) =>
      api.call(routes.attendance.getCourseStudent, { params: { id: courseId, studentId }, signal }),
  });
};
