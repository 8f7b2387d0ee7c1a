import { RRuleTemporal } from 'rrule-temporal';
import { readTime, type FileTime } from './file-time.ts';

const NUMBERS = /^[+-]?\d{1,3}(,[+-]?\d{1,3})*$/;
/** Matches a single number; a list would mean several classes a day. */
const TIME_PART = /^\d{1,2}$/;
const POSITIVE = /^[1-9]\d{0,6}$/;
const PARTS: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: POSITIVE,
  COUNT: POSITIVE,
  UNTIL: /^[\dTZ:-]+$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
  BYDAY: /^([+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU))(,[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU))*$/,
  BYMONTH: NUMBERS,
  BYMONTHDAY: NUMBERS,
  BYYEARDAY: NUMBERS,
  BYWEEKNO: NUMBERS,
  BYSETPOS: NUMBERS,
  BYHOUR: TIME_PART,
  BYMINUTE: TIME_PART,
  BYSECOND: TIME_PART,
};

/** A rule without a match in this many periods never matches. */
const MAX_PERIODS = 20_000;

export interface Repetition {
  endless: boolean;
  until: FileTime | undefined;
  rule: RRuleTemporal<Temporal.ZonedDateTime>;
}

const asUtc = (wall: Temporal.PlainDateTime): Temporal.ZonedDateTime => wall.toZonedDateTime('UTC');

/**
 * Expands wall times in UTC, so that daylight saving does not affect them.
 * @returns undefined if the rule is invalid or not supported
 */
export const readRule = (
  text: string,
  start: Temporal.PlainDateTime,
  toWall: (until: FileTime) => Temporal.PlainDateTime,
): Repetition | undefined => {
  const parts = new Map(
    text
      .trim()
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part): [string, string] => {
        const [name = '', ...value] = part.split('=');
        return [name.trim(), value.join('=').trim()];
      }),
  );
  if (!parts.has('FREQ') || ![...parts].every(([name, value]) => PARTS[name]?.test(value))) return undefined;
  const until = parts.has('UNTIL') ? readTime(parts.get('UNTIL')) : undefined;
  if (parts.has('UNTIL') && !until) return undefined;
  parts.delete('UNTIL');
  try {
    const rule = new RRuleTemporal({
      temporal: Temporal,
      dtstart: asUtc(start),
      cache: false,
      rruleString: `RRULE:${[...parts].map((part) => part.join('=')).join(';')}`,
      ...(until && { until: asUtc(toWall(until)) }),
      maxIterations: MAX_PERIODS,
    });
    return { endless: !until && !parts.has('COUNT'), until, rule };
  } catch {
    return undefined;
  }
};

/** @returns undefined if the rule needs too many steps */
export const wallTimesBetween = (
  { rule }: Repetition,
  from: Temporal.PlainDateTime,
  to: Temporal.PlainDateTime,
): Temporal.PlainDateTime[] | undefined => {
  try {
    return rule.between(asUtc(from), asUtc(to), true).map((moment) => moment.toPlainDateTime());
  } catch {
    return undefined;
  }
};

/** The last time before a given one, for rules that may have ended long ago. */
export const lastWallTimeBefore = (
  { rule }: Repetition,
  time: Temporal.PlainDateTime,
): Temporal.PlainDateTime | undefined => {
  try {
    return rule.previous(asUtc(time))?.toPlainDateTime();
  } catch {
    return undefined;
  }
};
