import { expect, it } from '@jest/globals';
import { type Occurrence, toRule } from '../src/features/series/rules/compress.ts';
import { expandSeries } from '../src/core/series/rules/expand-series.ts';
import { EARLIEST_DAY, toStoredRule } from '../src/core/series/rules/series-rules.ts';

const ZONE = 'Europe/Berlin';

const expand = (classes: Occurrence[]): Occurrence[] => {
  const rule = toRule(classes);
  if (!rule) throw new Error('The classes are irregular.');
  const { rule: stored } = toStoredRule(
    { ...rule, skipBreaks: true, sections: [] },
    EARLIEST_DAY,
    undefined,
    1,
  );
  return expandSeries([stored], [], ZONE).classes.map(({ day, startTime, endTime }) => {
    const timeOf = (moment: Date) =>
      Temporal.Instant.fromEpochMilliseconds(moment.getTime())
        .toZonedDateTimeISO(ZONE)
        .toPlainTime()
        .toString({ smallestUnit: 'minute' });
    return { day, start: timeOf(startTime), end: timeOf(endTime) };
  });
};
const monday = Temporal.PlainDate.from('2026-09-28');
const on = (week: number, weekday: number, start = '09:00', end = '10:30'): Occurrence => ({
  day: monday
    .add({
      weeks: week,
      days: weekday - 1,
    })
    .toString(),
  start,
  end,
});
const weeks = (count: number) => Array.from({ length: count }, (_week, index) => index);

it('describes two classes a week as two slots', () => {
  const classes = weeks(12).flatMap((week) => [on(week, 1), on(week, 3, '14:00', '15:30')]);
  expect(toRule(classes)).toEqual({
    slots: [
      {
        weekday: 1,
        start: '09:00',
        end: '10:30',
      },
      {
        weekday: 3,
        start: '14:00',
        end: '15:30',
      },
    ],
    everyWeeks: 1,
    firstDay: '2026-09-28',
    lastDay: '2026-12-16',
    skippedDates: [],
    extraDates: [],
  });
});

it('recognizes every second week, and a first class in the middle of a week', () => {
  const classes = weeks(6).map((week) => on(2 * week, 4));
  expect(toRule(classes)).toMatchObject({ everyWeeks: 2, firstDay: '2026-10-01', extraDates: [] });
  expect(expand(classes)).toEqual(classes);
});

it('describes single dates as extra dates, even without a weekly class', () => {
  expect(toRule([on(0, 2)])).toMatchObject({ slots: [], extraDates: [on(0, 2)] });
  expect(expand([on(0, 2), on(5, 6)])).toEqual([on(0, 2), on(5, 6)]);
});

it('keeps the second class of a day on which only the first class is skipped', () => {
  const classes = weeks(8).flatMap((week) => [
    ...(week === 3 ? [] : [on(week, 1)]),
    on(week, 1, '14:00', '15:00'),
  ]);
  expect(toRule(classes)).toMatchObject({
    skippedDates: [on(3, 1).day],
    extraDates: [on(3, 1, '14:00', '15:00')],
  });
  expect(expand(classes)).toEqual(classes);
});

it('reproduces exactly its input for random timetables', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const slots = weeks(1 + random(3)).map((slot) => ({
      weekday: 1 + random(7),
      start: `${String(8 + 3 * slot).padStart(2, '0')}:00`,
      end: `${String(9 + 3 * slot).padStart(2, '0')}:30`,
      step: 1 + random(2),
      from: random(3),
    }));
    const classes = slots
      .flatMap(({ weekday, start, end, step, from }) =>
        weeks(7)
          .map((week) => on(from + week * step, weekday, start, end))
          .filter(() => random(6) > 0),
      )
      .toSorted((one, other) => (one.day + one.start < other.day + other.start ? -1 : 1));
    expect(expand(classes)).toEqual(classes);
  }
});

it('rejects more single dates than a series can have', () => {
  const days = weeks(80).map((week) =>
    on(week * 3 + (week % 2), 1 + (week % 7), `1${week % 10}:00`, '23:00'),
  );
  expect(toRule(days)).toBeUndefined();
});
