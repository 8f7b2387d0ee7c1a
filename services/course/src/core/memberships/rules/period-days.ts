import { campusDay, rememberResults, startOfDay } from '@qr-attendance/server';
import type { Values } from '@qr-attendance/statements';
import type { Period } from '../../../db/enrollment-models.ts';

export interface CampusDays {
  startOf: (day: string) => Date;
  dayOf: (moment: Date) => string;
}

const MAX_REMEMBERED = 1_000;

/** Most memberships begin and end on the same days, and converting a day takes longer than all rules of a line. */
export const createCampusDays = (zone: string): CampusDays => {
  const dayOf = rememberResults((ms: number) => campusDay(new Date(ms), zone), MAX_REMEMBERED);
  return {
    startOf: rememberResults((day: string) => startOfDay(day, zone), MAX_REMEMBERED),
    dayOf: (moment) => dayOf(moment.getTime()),
  };
};

export const momentOf = (value: unknown, { startOf }: CampusDays): Date | undefined => {
  if (typeof value !== 'string') return undefined;
  return value.includes('T') ? new Date(value) : startOf(value);
};

export const withFormerEnd = (
  { ended: _ended, end: _end, ...period }: Period,
  former: Pick<Period, 'ended' | 'end'>,
): Period => ({ ...period, ...(former.ended && { ended: former.ended, end: former.end }) });

export const setDays = (
  period: Period,
  values: Values,
  { by, at }: { by: string; at: Date },
  days: CampusDays,
): Period => {
  const began = momentOf(values['began'], days) ?? period.began;
  if (!('ended' in values)) return { ...period, began };
  const ended = momentOf(values['ended'], days);
  const end = { how: 'LEFT' as const, by, recordedAt: at };
  return { ...withFormerEnd(period, ended ? { ended, end } : {}), began };
};
