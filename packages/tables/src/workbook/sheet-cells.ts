const MS_PER_DAY = 86_400_000;
/** Excel stores times without a day as moments before this day. */
const FIRST_REAL_DAY = Date.UTC(1900, 0, 2);
/** Numbers above this limit are not exact. */
const EXACT_BELOW = 1e15;

const textOfDate = (date: Date): string => {
  const moment = date.getTime();
  if (Number.isNaN(moment)) return '';
  // Rounds to seconds, because fractions of days are not exact.
  const [day = '', time = ''] = new Date(Math.round(moment / 1_000) * 1_000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  if (moment < FIRST_REAL_DAY) return time;
  return moment % MS_PER_DAY === 0 ? day : `${day} ${time}`;
};

const textOfNumber = (value: number): string =>
  Math.abs(value) < EXACT_BELOW ? String(value) : value.toExponential();

/** Returns the text of a cell as a CSV file would contain it, with days as `2026-09-28`. */
export const textOfCell = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return textOfNumber(value);
  if (typeof value === 'boolean') return String(value);
  return value instanceof Date ? textOfDate(value) : '';
};
