import { daySchema, objectIdSchema } from '@qr-attendance/contracts';

/** Undefined: no filter. */
export interface SessionFilters {
  status: 'active' | 'inactive' | undefined;
  courseId: string | undefined;
  /** First and last day. */
  from: string | undefined;
  to: string | undefined;
}

/** What the address says; anything it cannot mean counts as no filter. */
export const readFilters = (search: URLSearchParams): SessionFilters => {
  const status = search.get('status');
  return {
    status: status === 'active' || status === 'inactive' ? status : undefined,
    courseId: objectIdSchema.safeParse(search.get('course')).data,
    from: daySchema.safeParse(search.get('from')).data,
    to: daySchema.safeParse(search.get('to')).data,
  };
};

export const writeFilters = ({ status, courseId, from, to }: SessionFilters): Record<string, string> => ({
  ...(status && { status }),
  ...(courseId && { course: courseId }),
  ...(from && { from }),
  ...(to && { to }),
});
