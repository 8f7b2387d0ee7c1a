import { daySchema, objectIdSchema } from '@qr-attendance/contracts';

export interface SessionFilters {
  status: 'active' | 'inactive' | undefined;
  courseId: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

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
