import { daySchema, objectIdSchema } from '@qr-attendance/contracts';
import { useChoices } from '@qr-attendance/ui-kit';

const STATUSES = ['active', 'inactive'] as const;

/** Invalid filters in the URL are ignored. */
export const useSessionFilters = () => {
  const { read, choose } = useChoices();
  return {
    filters: {
      status: STATUSES.find((known) => known === read('status')),
      courseId: objectIdSchema.safeParse(read('course')).data,
      from: daySchema.safeParse(read('from')).data,
      to: daySchema.safeParse(read('to')).data,
    },
    choose,
  };
};
export type SessionFilters = ReturnType<typeof useSessionFilters>;
