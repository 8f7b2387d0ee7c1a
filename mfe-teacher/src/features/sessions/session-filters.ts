import { objectIdSchema } from '@qr-attendance/contracts';

/** Undefined: no filter. */
export interface SessionFilters {
  status: 'active' | 'inactive' | undefined;
  courseId: string | undefined;
}

/** What the address says; anything it cannot mean counts as no filter. */
export const readFilters = (search: URLSearchParams): SessionFilters => {
  const status = search.get('status');
  const course = objectIdSchema.safeParse(search.get('course'));
  return {
    status: status === 'active' || status === 'inactive' ? status : undefined,
    courseId: course.success ? course.data : undefined,
  };
};

export const writeFilters = ({ status, courseId }: SessionFilters): Record<string, string> => ({
  ...(status && { status }),
  ...(courseId && { course: courseId }),
});
