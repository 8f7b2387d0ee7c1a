import type { StaffTerms } from '@qr-attendance/contracts';
import { addDays, campusDay, startOfDay } from '@qr-attendance/server';

interface Moments {
  from?: string | undefined;
  until?: string | undefined;
}

export const toMoments = ({ from, until }: Pick<StaffTerms, 'from' | 'until'>, zone: string): Moments => ({
  ...(from && { from: startOfDay(from, zone).toISOString() }),
  ...(until && { until: startOfDay(addDays(until, 1), zone).toISOString() }),
});

export const toDays = ({ from, until }: Moments, zone: string): Pick<StaffTerms, 'from' | 'until'> => {
  const dayOf = (moment: number) => campusDay(new Date(moment), zone);
  return {
    ...(from && { from: dayOf(Date.parse(from)) }),
    ...(until && { until: dayOf(Date.parse(until) - 1) }),
  };
};
