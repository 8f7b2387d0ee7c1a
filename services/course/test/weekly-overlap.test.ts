import { describe, expect, it } from '@jest/globals';
import { overlap, toWeeks, type Weekly } from '../src/features/imports/kinds/rules/weekly-overlap.ts';

/** 12 October 2026 is a Monday. */
const MONDAYS: Weekly = {
  ...{ weekday: 1, start: '09:00', end: '10:30', everyWeeks: 1 },
  ...{ firstDay: '2026-10-12', lastDay: '2027-01-31' },
};
const meets = (one: Partial<Weekly>, other: Partial<Weekly>): boolean => {
  const [first, second] = [toWeeks({ ...MONDAYS, ...one }), toWeeks({ ...MONDAYS, ...other })];
  expect(overlap(second, first)).toBe(overlap(first, second));
  return overlap(first, second);
};

describe('two weekly classes', () => {
  it('overlap if they share a moment of a weekday', () => {
    expect(meets({}, {})).toBe(true);
    expect(meets({}, { start: '10:29', end: '11:00' })).toBe(true);
    expect(meets({}, { start: '10:30', end: '11:00' })).toBe(false);
    expect(meets({}, { weekday: 2 })).toBe(false);
  });

  it('overlap only in weeks in which both are held', () => {
    const second = { everyWeeks: 2 };
    expect(meets(second, { ...second, firstDay: '2026-10-19' })).toBe(false);
    expect(meets(second, { ...second, firstDay: '2026-10-26' })).toBe(true);
    // Every second and every third week coincide in the sixth.
    const third = { everyWeeks: 3, firstDay: '2026-10-19' };
    expect(meets({ ...second, lastDay: '2026-11-08' }, third)).toBe(false);
    expect(meets({ ...second, lastDay: '2026-11-09' }, third)).toBe(true);
    const lastDay = '2027-11-30';
    expect(meets({ everyWeeks: 7, lastDay }, { everyWeeks: 8, firstDay: '2026-10-19', lastDay })).toBe(true);
  });

  it('overlap only between the later first and the earlier last day', () => {
    expect(meets({ lastDay: '2026-10-18' }, { firstDay: '2026-10-18' })).toBe(false);
    expect(meets({ lastDay: '2026-10-19' }, { firstDay: '2026-10-18' })).toBe(true);
    expect(meets({ lastDay: '2026-11-01' }, { from: '2026-10-27' })).toBe(false);
    expect(meets({ lastDay: '2026-11-02' }, { from: '2026-10-27' })).toBe(true);
  });
});
