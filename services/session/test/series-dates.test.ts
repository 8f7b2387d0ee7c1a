import type { SeriesRule, StoredRule } from '@qr-attendance/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { daysOfPeriod, expandSeries } from '../src/core/series/rules/expand-series.ts';
import {
  endRulesFrom,
  EARLIEST_DAY,
  lastDayOf,
  replaceFrom,
  ruleOn,
  toStoredRule,
} from '../src/core/series/rules/series-rules.ts';

const BERLIN = 'Europe/Berlin';
const wanted = (more: Partial<SeriesRule> = {}): SeriesRule => ({
  slots: [{ weekday: 1, start: '09:00', end: '10:30' }],
  everyWeeks: 1,
  firstDay: '2026-10-12',
  lastDay: '2027-02-12',
  extraDates: [],
  sections: [],
  skippedDates: [],
  skipBreaks: true,
  ...more,
});
const stored = (more: Partial<SeriesRule> = {}, before?: StoredRule, from = EARLIEST_DAY) =>
  toStoredRule(wanted(more), from, before, before ? 100 : 1).rule;
const expand = (rules: StoredRule[], breaks: Parameters<typeof expandSeries>[1] = [], zone = BERLIN) =>
  expandSeries(rules, breaks, zone);
const momentsOf = (rules: StoredRule[]) =>
  expand(rules).classes.map(({ startTime }) => startTime.toISOString());
const daysOf = (rules: StoredRule[], breaks: Parameters<typeof expandSeries>[1] = []) =>
  expand(rules, breaks).classes.map(({ day }) => day);

const anySlot = fc
  .record({ weekday: fc.integer({ min: 1, max: 7 }), hour: fc.integer({ min: 7, max: 20 }) })
  .map(({ weekday, hour }) => ({
    weekday,
    start: `${String(hour).padStart(2, '0')}:00`,
    end: `${String(hour + 1).padStart(2, '0')}:00`,
  }));
const dayAfterStart = (days: number) => Temporal.PlainDate.from('2026-10-12').add({ days }).toString();
const anyDay = fc.integer({ min: 0, max: 120 }).map(dayAfterStart);

describe('the dates of a series', () => {
  it('include two classes a week on two weekdays (mod_attendance #904)', () => {
    const slots = [1, 3].map((weekday) => ({ weekday, start: '09:00', end: '10:30' }));
    const days = daysOf([stored({ slots, lastDay: '2026-10-25' })]);
    expect(days).toEqual(['2026-10-12', '2026-10-14', '2026-10-19', '2026-10-21']);
  });

  it('keep the campus time across two changes of daylight saving', () => {
    const rule = stored({ firstDay: '2026-10-19', lastDay: '2027-03-29' });
    const moments = momentsOf([rule]);
    expect(moments.slice(0, 2)).toEqual(['2026-10-19T07:00:00.000Z', '2026-10-26T08:00:00.000Z']);
    expect(moments.slice(-2)).toEqual(['2027-03-22T08:00:00.000Z', '2027-03-29T07:00:00.000Z']);
    expect(moments).toHaveLength(24);
  });

  it('move a class one hour later if daylight saving skips its time', () => {
    const slots = [{ weekday: 7, start: '02:30', end: '04:00' }];
    const rule = stored({ slots, firstDay: '2027-03-21', lastDay: '2027-04-04' });
    expect(momentsOf([rule])).toEqual([
      '2027-03-21T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-04-04T00:30:00.000Z',
    ]);
  });

  it.each([
    ['skips', '2027-03-28', '02:30', '04:00', '01:30', '03:00'],
    ['repeats', '2026-10-25', '02:30', '04:00', '00:30', '02:00'],
    ['skips at its end', '2027-03-28', '01:30', '02:30', '00:30', '01:30'],
    ['repeats at its end', '2026-10-25', '01:00', '02:30', '23:00', '00:30'],
    ['skips completely', '2027-03-28', '02:10', '02:50', '01:10', '01:50'],
    ['skips until midnight', '2027-03-28', '02:30', '00:00', '01:30', '23:00'],
  ])('keep the length of a class that a clock change %s', (_what, day, start, end, from, until) => {
    const weekday = 7;
    const rule = stored({ slots: [{ weekday, start, end }], firstDay: day, lastDay: day });
    const [{ startTime, endTime } = { startTime: new Date(0), endTime: new Date(0) }] = expand([
      rule,
    ]).classes;
    expect([startTime, endTime].map((moment) => moment.toISOString().slice(11, 16))).toEqual([from, until]);
  });

  it('may end after midnight in local time, and last at most 24 hours', () => {
    const slots = [{ weekday: 6, start: '22:00', end: '04:00' }];
    const night = (day: string) =>
      expand([stored({ slots, firstDay: day, lastDay: day })]).classes.map(({ startTime, endTime }) => [
        startTime.toISOString(),
        endTime.toISOString(),
      ]);
    expect(night('2026-11-28')).toEqual([['2026-11-28T21:00:00.000Z', '2026-11-29T03:00:00.000Z']]);
    expect(night('2027-03-27')).toEqual([['2027-03-27T21:00:00.000Z', '2027-03-28T02:00:00.000Z']]);
    const whole = [{ weekday: 6, start: '20:00', end: '19:59' }];
    const [long] = expand([stored({ slots: whole, firstDay: '2026-10-24', lastDay: '2026-10-24' })]).classes;
    expect(long && long.endTime.getTime() - long.startTime.getTime()).toBe(24 * 3_600_000);
  });

  it('can be every second week, counted from the week of the first day', () => {
    const slots = [
      { weekday: 3, start: '09:00', end: '10:00' },
      { weekday: 5, start: '09:00', end: '10:00' },
    ];
    const rule = stored({ slots, everyWeeks: 2, firstDay: '2026-10-15', lastDay: '2026-11-13' });
    expect(daysOf([rule])).toEqual(['2026-10-16', '2026-10-28', '2026-10-30', '2026-11-11', '2026-11-13']);
  });

  it('are on the chosen weekday up to and including the last day (mod_attendance #616)', () => {
    expect(daysOf([stored({ lastDay: '2026-10-26' })]).at(-1)).toBe('2026-10-26');
    expect(daysOf([stored({ lastDay: '2026-10-25' })]).at(-1)).toBe('2026-10-19');
  });

  it('skip single dates, holidays and breaks, and report the names of the latter two', () => {
    const breaks = [
      { kind: 'holiday' as const, name: 'Reformation Day', firstDay: '2026-11-02', lastDay: '2026-11-02' },
      { kind: 'break' as const, name: 'Winter break', firstDay: '2026-12-21', lastDay: '2027-01-03' },
    ];
    const rule = stored({ skippedDates: ['2026-10-19'], lastDay: '2027-01-04' });
    const { classes, skipped } = expand([rule], breaks);
    expect(skipped).toEqual([
      { day: '2026-10-19', reason: 'date' },
      { day: '2026-11-02', reason: 'holiday', name: 'Reformation Day' },
      { day: '2026-12-21', reason: 'break', name: 'Winter break' },
      { day: '2026-12-28', reason: 'break', name: 'Winter break' },
    ]);
    expect(classes.map(({ day }) => day)).not.toContain('2026-11-02');
    expect(classes.at(-1)?.day).toBe('2027-01-04');
    expect(daysOf([stored({ skipBreaks: false })], breaks)).toContain('2026-11-02');
  });

  it('include extra dates, even on a holiday and after the last day', () => {
    const extraDates = [{ day: '2027-02-20', start: '10:00', end: '12:00' }];
    const holiday = { kind: 'holiday' as const, name: 'X', firstDay: '2027-02-20', lastDay: '2027-02-20' };
    const rule = stored({ extraDates });
    expect(daysOf([rule], [holiday]).at(-1)).toBe('2027-02-20');
    expect(lastDayOf([rule])).toBe('2027-02-20');
  });

  it('contain a day on which daylight saving ends only once (mod_attendance #498)', () => {
    const slots = [5, 6, 7, 1].map((weekday) => ({ weekday, start: '09:00', end: '10:00' }));
    const rule = stored({ slots, firstDay: '2026-10-23', lastDay: '2026-10-26' });
    expect(daysOf([rule])).toEqual(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26']);
  });

  it('include two classes on one day with different times', () => {
    const slots = [
      { weekday: 1, start: '09:00', end: '10:00' },
      { weekday: 1, start: '14:00', end: '15:00' },
    ];
    expect(daysOf([stored({ slots, lastDay: '2026-10-12' })])).toEqual(['2026-10-12', '2026-10-12']);
  });
});

describe('the identity of a class in its series', () => {
  const keysOf = (rules: StoredRule[]) => expand(rules).classes.map(({ key }) => key);

  it('does not change with its time or room', () => {
    const before = stored();
    const after = stored({ slots: [{ weekday: 1, start: '11:00', end: '12:30' }] }, before);
    expect(keysOf([after])).toEqual(keysOf([before]));
  });

  it('does not change when an earlier weekday is added', () => {
    const before = stored();
    const slots = [{ weekday: 3, start: '08:00', end: '09:00' }, ...before.slots];
    const keys = keysOf([stored({ slots }, before)]);
    expect(keys).toEqual(expect.arrayContaining(keysOf([before])));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('belongs to only one class, however the series was changed', () => {
    const edit = fc.record({
      from: anyDay,
      slots: fc.array(anySlot, { maxLength: 4 }),
      everyWeeks: fc.integer({ min: 1, max: 3 }),
      end: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
        let { rule, nextId } = toStoredRule(wanted(), EARLIEST_DAY, undefined, 1);
        let rules = [rule];
        // The model: day by weekday and hour of each class, changed from a day on.
        let model = new Map(expand(rules).classes.map(({ day: on, key }) => [key, on]));
        for (const { from, end, ...change } of edits) {
          const before = [...model.values()].filter((on) => on < from);
          if (end) rules = endRulesFrom(rules, from);
          else {
            ({ rule, nextId } = toStoredRule(wanted(change), from, ruleOn(rules, from), nextId));
            rules = replaceFrom(rules, rule);
          }
          const { classes } = expand(rules);
          expect(new Set(classes.map(({ key }) => key)).size).toBe(classes.length);
          // Classes before the change are unchanged.
          expect(classes.filter((one) => one.day < from).map((one) => one.day)).toEqual(before);
          // Classes from that day on follow only the new rule.
          const later = end ? [] : expand([{ ...rule, from: EARLIEST_DAY }]).classes;
          expect(
            classes.filter((one) => one.day >= from).map(({ day: on, startTime }) => [on, startTime]),
          ).toEqual(later.filter((one) => one.day >= from).map(({ day: on, startTime }) => [on, startTime]));
          model = new Map(classes.map(({ day: on, key }) => [key, on]));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the classes of a period', () => {
  const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const term = [
    { kind: 'holiday' as const, name: 'Reformation Day', firstDay: '2026-10-31', lastDay: '2026-10-31' },
    { kind: 'break' as const, name: 'Winter break', firstDay: '2026-12-21', lastDay: '2027-01-03' },
  ];
  /** The days according to iCalendar, at noon, which daylight saving never skips. */
  const daysByStandard = ({ firstDay, lastDay, everyWeeks }: StoredRule, weekday: number): string[] => {
    const noonOf = (day: string) =>
      Temporal.PlainDate.from(day).toZonedDateTime({
        timeZone: BERLIN,
        plainTime: Temporal.PlainTime.from('12:00'),
      });
    const rule = new RRuleTemporal({
      temporal: Temporal,
      freq: 'WEEKLY',
      interval: everyWeeks,
      byDay: [WEEKDAYS[weekday - 1] ?? 'MO'],
      wkst: 'MO',
      dtstart: noonOf(firstDay),
      until: noonOf(lastDay),
    });
    return rule.all().map((moment) => moment.toPlainDate().toString());
  };
  /** Computes all days of each rule, and keeps those on which the rule applies. */
  const expandWhole = (rules: StoredRule[], from: string, to: string) => {
    const days = rules.flatMap((rule, index) => {
      const until = rules[index + 1]?.from;
      const applies = ({ day }: { day: string }) =>
        day >= rule.from && (until === undefined || day < until) && day >= from && day <= to;
      const isSkipped = ({ day }: { day: string }) =>
        rule.skippedDates.includes(day) ||
        (rule.skipBreaks && term.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay));
      const weekly = rule.slots
        .flatMap(({ id, weekday }) => daysByStandard(rule, weekday).map((day) => ({ day, id })))
        .filter(applies);
      return [
        ...weekly.map((one) => ({ ...one, skipped: isSkipped(one) })),
        ...rule.extraDates.filter(applies).map(({ day, id }) => ({ day, id, skipped: false })),
      ];
    });
    return {
      keys: days.flatMap(({ day, id, skipped }) => (skipped ? [] : `${day}.${id}`)).toSorted(),
      skipped: [...new Set(days.flatMap(({ day, skipped }) => (skipped ? day : [])))].toSorted(),
    };
  };

  it('equal those of the whole series on the same days', () => {
    const anyRule = fc
      .record({
        from: anyDay,
        slots: fc.array(anySlot, { maxLength: 4 }),
        everyWeeks: fc.integer({ min: 1, max: 8 }),
        start: fc.integer({ min: 0, max: 120 }),
        length: fc.integer({ min: 0, max: 120 }),
        extraDays: fc.array(anyDay, { maxLength: 3 }),
        skippedDates: fc.array(anyDay, { maxLength: 5 }),
        skipBreaks: fc.boolean(),
      })
      .map(({ start, length, extraDays, ...rule }) => ({
        ...rule,
        firstDay: dayAfterStart(start),
        lastDay: dayAfterStart(start + length),
        extraDates: extraDays.map((day) => ({ day, start: '21:30', end: '22:30' })),
      }));
    const anySeries = fc.array(anyRule, { minLength: 1, maxLength: 5 }).map((all) =>
      all.reduce<StoredRule[]>((rules, { from, ...rule }, index) => {
        const first = index === 0 ? EARLIEST_DAY : from;
        const nextId = 1 + 100 * index;
        return replaceFrom(rules, toStoredRule(wanted(rule), first, ruleOn(rules, first), nextId).rule);
      }, []),
    );
    const anyLength = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(anySeries, anyDay, anyLength, (rules, from, length) => {
        const to = Temporal.PlainDate.from(from).add({ days: length }).toString();
        const { classes, skipped } = expandSeries(rules, term, BERLIN, { from, to });
        expect({
          keys: classes.map(({ key }) => key).toSorted(),
          skipped: skipped.map(({ day }) => day),
        }).toEqual(expandWhole(rules, from, to));
        const whole = expand(rules, term);
        const isWithin = ({ day }: { day: string }) => day >= from && day <= to;
        expect(classes).toEqual(whole.classes.filter(isWithin));
        expect(skipped).toEqual(whole.skipped.filter(isWithin));
      }),
      { numRuns: 200 },
    );
  });

  it('are computed without other periods, even if the series was changed often', () => {
    let computed = 0;
    const counting = {
      kind: 'holiday' as const,
      name: 'Long ago',
      lastDay: '2000-01-01',
      get firstDay() {
        computed += 1;
        return '2000-01-01';
      },
    };
    const slots = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
      { weekday, start: '08:00', end: '09:00' },
      { weekday, start: '10:00', end: '11:00' },
    ]);
    const rule = stored({ slots, firstDay: '2026-10-12', lastDay: '2027-11-16' });
    const rules = Array.from({ length: 60 }, (_rule, index) => ({
      ...rule,
      from: index === 0 ? EARLIEST_DAY : dayAfterStart(index),
    }));
    const { classes } = expand(rules, [counting]);
    expect(classes).toHaveLength(2 * 401);
    expect(computed).toBe(classes.length);
    computed = 0;
    const period = { from: '2026-11-02', to: '2026-11-03' };
    expect(expandSeries(rules, [counting], BERLIN, period).classes).toHaveLength(4);
    expect(computed).toBe(4);
  });

  it('include a class of the previous day that daylight saving moves past midnight', () => {
    // cspell:ignore Nuuk
    const zone = 'America/Nuuk';
    const slots = [{ weekday: 6, start: '23:15', end: '23:45' }];
    const rule = stored({ slots, firstDay: '2027-03-27', lastDay: '2027-03-27' });
    const sunday = { from: new Date('2027-03-28T01:00:00Z'), to: new Date('2027-03-29T00:59:59Z') };
    const days = daysOfPeriod(sunday, zone);
    expect(days).toEqual({ from: '2027-03-27', to: '2027-03-28' });
    const { classes } = expandSeries([rule], [], zone, days);
    expect(classes.map(({ startTime }) => startTime.toISOString())).toEqual(['2027-03-28T01:15:00.000Z']);
  });
});
