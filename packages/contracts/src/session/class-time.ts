/** Times of day such as `22:00`. */
interface ClassTime {
  start: string;
  end: string;
}

/** No class lasts longer. */
export const MAX_CLASS_MS = 24 * 3_600_000;

/** A time at or after midnight belongs to the next day. */
export const endsNextDay = ({ start, end }: ClassTime): boolean => end <= start;

/** Two equal times are a mistake rather than a class of 24 hours. */
export const isClassTime = ({ start, end }: ClassTime): boolean => start !== end;
