import { endsNextDay, type LongClass, type WeeklyClass } from '@qr-attendance/contracts';
import type { LineWarning, ImportableLine } from './kind.ts';

/** A longer class that ends on the next day probably has start and end swapped. */
const MAX_USUAL_HOURS = 12;
/** Limits the memory for a file in which all classes have this problem. */
const MAX_FOUND = 50_000;
const MINUTES_PER_DAY = 1_440;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const hoursOf = ({ start, end }: Pick<WeeklyClass, 'start' | 'end'>): number => {
  const minutes = minutesOf(end) - minutesOf(start) + MINUTES_PER_DAY;
  return Math.round(minutes / 6) / 10;
};

const findLongClass = ({ start, end }: WeeklyClass): LongClass | undefined => {
  if (!endsNextDay({ start, end })) return undefined;
  const hours = hoursOf({ start, end });
  return hours > MAX_USUAL_HOURS ? { start, end, hours } : undefined;
};

export const createLongClasses = () => {
  const found: LineWarning[] = [];
  return {
    add: ({ weekly, ...line }: ImportableLine & { weekly: WeeklyClass }): void => {
      const longClass = findLongClass(weekly);
      if (longClass && found.length < MAX_FOUND) found.push({ ...line, warning: 'long_class', longClass });
    },
    list: (): LineWarning[] => found,
  };
};
