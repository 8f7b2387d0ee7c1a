import type { StaffTerms } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';

interface Moments {
  from?: string | undefined;
  until?: string | undefined;
}

const startOf = (day: string, zone: string) => DateTime.fromISO(day, { zone }).startOf('day');
const momentOf = (time: DateTime): string => time.toUTC().toJSDate().toISOString();

/** The moments between which a role counts, from its first and last campus day. */
export const toMoments = ({ from, until }: Pick<StaffTerms, 'from' | 'until'>, zone: string): Moments => ({
  ...(from && { from: momentOf(startOf(from, zone)) }),
  ...(until && { until: momentOf(startOf(until, zone).plus({ days: 1 })) }),
});

export const toDays = ({ from, until }: Moments, zone: string): Pick<StaffTerms, 'from' | 'until'> => {
  const dayOf = (moment: number) => DateTime.fromMillis(moment, { zone }).toFormat('yyyy-MM-dd');
  return {
    ...(from && { from: dayOf(Date.parse(from)) }),
    ...(until && { until: dayOf(Date.parse(until) - 1) }),
  };
};
