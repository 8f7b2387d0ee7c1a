import { propertiesOf, valueOf, type Component } from './components.ts';
import { readTime } from './file-time.ts';
import { lastWallTimeBefore, readRule, wallTimesBetween } from './recurrence.ts';
import { type OffsetChange, type Zone, zoneOfChanges } from './zone.ts';

export interface TimeWindow {
  from: Temporal.Instant;
  to: Temporal.Instant;
}

/** Exclusions and ends of rules may be outside of the window by this much. */
const MARGIN_DAYS = 400;

const readOffset = (value: string | undefined): number | undefined => {
  const match = /^([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(value ?? '');
  if (!match) return undefined;
  const [, sign, hours, minutes, seconds = '0'] = match;
  const offset = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
};

/** @returns undefined if a rule is not supported */
const wallTimesOf = (part: Component, { from, to }: TimeWindow): Temporal.PlainDateTime[] | undefined => {
  const start = readTime(valueOf(part, 'DTSTART'))?.wall;
  if (!start) return undefined;
  const [first, last] = [from, to].map((moment, index) =>
    moment
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
      .add({ days: index === 0 ? -MARGIN_DAYS : MARGIN_DAYS }),
  ) as [Temporal.PlainDateTime, Temporal.PlainDateTime];
  const repeated: Temporal.PlainDateTime[] = [];
  for (const {
    values: [text = ''],
  } of propertiesOf(part, 'RRULE')) {
    const rule = readRule(text, start, ({ wall, day }) => wall ?? day.toPlainDateTime('23:59'));
    const walls = rule && wallTimesBetween(rule, first, last);
    if (!walls) return undefined;
    repeated.push(...[lastWallTimeBefore(rule, first) ?? []].flat(), ...walls);
  }
  const dates = propertiesOf(part, 'RDATE').flatMap(({ values }) =>
    values.flatMap((value) => readTime(value)?.wall ?? []),
  );
  return [start, ...repeated, ...dates];
};

/** @returns undefined if the definition is incomplete or not supported */
export const parseZoneDefinition = (description: Component, window: TimeWindow): Zone | undefined => {
  const changes: OffsetChange[] = [];
  for (const part of description.children) {
    const before = readOffset(valueOf(part, 'TZOFFSETFROM'));
    const after = readOffset(valueOf(part, 'TZOFFSETTO'));
    const walls = wallTimesOf(part, window);
    if (before === undefined || after === undefined || !walls) return undefined;
    changes.push(
      ...walls.map((wall) => ({
        at: wall.toZonedDateTime('UTC').epochMilliseconds / 1e3 - before,
        before,
        after,
      })),
    );
  }
  if (changes.length === 0) return undefined;
  return zoneOfChanges(changes.toSorted((one, other) => one.at - other.at));
};
