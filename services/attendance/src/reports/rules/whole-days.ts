const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A calendar day lies within these hours of its beginning in UTC, wherever on earth; so do its marks, except out-of-day ones. */
const BEFORE_MS = 14 * HOUR_MS;
const AFTER_MS = 36 * HOUR_MS;

/** The days that lie in a span of time whatever their zone, `YYYY-MM-DD`, and what of the span is left on either side. */
export interface WholeDays {
  first: string;
  last: string;
  /** Marks of earlier days were made before this. */
  headEnds: Date | undefined;
  /** Marks of later days were made from this on. */
  tailBegins: Date | undefined;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Beyond these nothing happens, and calendars differ in how they write years. */
const EARLIEST = new Date('1000-01-01T00:00:00Z');
const LATEST = new Date('9000-01-01T00:00:00Z');

/** @returns undefined when the span is too short to hold a day for certain; without a bound it is open on that side */
export const wholeDaysOf = (from: Date | undefined, to: Date | undefined): WholeDays | undefined => {
  if ((from && from > LATEST) || (to && to < EARLIEST)) return undefined;
  if (from && from < EARLIEST) return wholeDaysOf(undefined, to);
  if (to && to > LATEST) return wholeDaysOf(from, undefined);
  const first = from && Math.ceil((from.getTime() + BEFORE_MS) / DAY_MS) * DAY_MS;
  const last = to && Math.floor((to.getTime() - AFTER_MS) / DAY_MS) * DAY_MS;
  if (first !== undefined && last !== undefined && first > last) return undefined;
  const headEnds = first === undefined ? undefined : first - DAY_MS + AFTER_MS;
  const tailBegins = last === undefined ? undefined : last + DAY_MS - BEFORE_MS;
  return {
    first: first === undefined ? '-infinity' : dayOf(first),
    last: last === undefined ? 'infinity' : dayOf(last),
    headEnds: headEnds === undefined ? undefined : new Date(headEnds),
    tailBegins: tailBegins === undefined ? undefined : new Date(Math.max(tailBegins, headEnds ?? -Infinity)),
  };
};
