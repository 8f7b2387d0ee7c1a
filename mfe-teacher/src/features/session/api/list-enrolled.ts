import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { enrolledKey } from '../../../shared/api/session-keys.ts';
import type { EnrolledStudent } from '../roster-rows.ts';

/** Somebody may enroll during the first weeks' classes; who marks is on the roster at once. */
const EVERY_MS = 30_000;

/** Everybody who is enrolled in a course. */
export const useAllEnrolled = (courseId: string, active: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: enrolledKey(courseId),
    refetchInterval: active && EVERY_MS,
    queryFn: async ({ signal }) => {
      const enrolled: EnrolledStudent[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.page(routes.attendance.listStudentRates, {
          params: { id: courseId },
          query: { limit: PAGE_SIZE.max, ...(cursor && { cursor }) },
          signal,
        });
        enrolled.push(...page.items.map(({ student, enrolledAt }) => ({ student, enrolledAt })));
        cursor = page.nextCursor;
      } while (cursor);
      return enrolled;
    },
  });
};
