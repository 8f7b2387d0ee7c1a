import { describe, expect, it } from '@jest/globals';
import { overlap, toWeeks, type Weekly } from '../src/features/imports/kinds/rules/weekly-overlap.ts';

/** 12 October 2026 is a Monday. */
const MONDAYS: Weekly = {
  weekday: 1,
  start: '09:00',
  end: '10:30',
  everyWeeks: 1,
  firstDay: '2026-10-12',
  lastDay: '2027-01-31',
};
const meets = (one: Partial<Weekly>, other: Partial<Weekly>): boolean => {
  const [first, second] = [toWeeks({ ...MONDAYS, ...one }), toWeeks({ ...MONDAYS, ...other })];
  expect(overlap(second, first)).toBe(overlap(first, second));
  return overlap(first, second);
};

describe('two weekly classes', () => {
  it('overlap if they share a moment on a weekday', () => {
    expect(meets({}, {})).toBe(true);
    expect(meets({}, { start: '10:29', end: '11:00' })).toBe(true);
    expect(meets({}, { start: '10:30', end: '11:00' })).toBe(false);
    expect(meets({}, { weekday: 2 })).toBe(false);
  });

  it('overlap after midnight with classes of the next day', () => {
    const night = { weekday: 7, start: '22:00', end: '01:00' };
    expect(meets(night, { weekday: 1, start: '00:59', end: '02:00' })).toBe(true);
    expect(meets(night, { weekday: 1, start: '01:00', end: '02:00' })).toBe(false);
    expect(meets(night, { weekday: 7, start: '23:59', end: '00:30' })).toBe(true);
    expect(meets(night, { weekday: 7, start: '20:00', end: '22:00' })).toBe(false);
    expect(meets({ ...night, end: '00:00' }, { weekday: 1, start: '00:00', end: '08:00' })).toBe(false);
    const early = { weekday: 1, start: '00:00', end: '08:00' };
    // A Monday only matches the Sunday before it, and classes every second week only if they are in the same
    // weeks.
    expect(meets({ ...night, firstDay: '2026-10-18' }, { ...early, lastDay: '2026-10-18' })).toBe(false);
    expect(meets({ ...night, lastDay: '2026-10-18' }, { ...early, firstDay: '2026-10-19' })).toBe(true);
    expect(meets({ ...night, everyWeeks: 2 }, { ...early, everyWeeks: 2 })).toBe(false);
    expect(meets({ ...night, everyWeeks: 2 }, { ...early, everyWeeks: 2, firstDay: '2026-10-19' })).toBe(
      true,
    );
  });

  it('overlap only in weeks in which both are held', () => {
    const second = { everyWeeks: 2 };
    expect(meets(second, { ...second, firstDay: '2026-10-19' })).toBe(false);
    expect(meets(second, { ...second, firstDay: '2026-10-26' })).toBe(true);
    // Every second week and every third week coincide in the sixth week.
    const third = { everyWeeks: 3, firstDay: '2026-10-19' };
    expect(meets({ ...second, lastDay: '2026-11-08' }, third)).toBe(false);
    expect(meets({ ...second, lastDay: '2026-11-09' }, third)).toBe(true);
    const lastDay = '2027-11-30';
    expect(meets({ everyWeeks: 7, lastDay }, { everyWeeks: 8, firstDay: '2026-10-19', lastDay })).toBe(true);
  });

  it('overlap only on days on which both series run', () => {
    expect(meets({ lastDay: '2026-10-18' }, { firstDay: '2026-10-18' })).toBe(false);
    expect(meets({ lastDay: '2026-10-19' }, { firstDay: '2026-10-18' })).toBe(true);
    expect(meets({ lastDay: '2026-11-01' }, { from: '2026-10-27' })).toBe(false);
    expect(meets({ lastDay: '2026-11-02' }, { from: '2026-10-27' })).toBe(true);
  });
});
