import { describe, expect, it } from '@jest/globals';
import { addDays, campusDay, daysBetween, endOfDay, isTimeZone, startOfDay } from '../src/campus-days.ts';

describe('days of the campus', () => {
  it('follow the campus time zone, not UTC', () => {
    const moment = new Date('2026-09-28T22:30:00Z');
    expect(campusDay(moment, 'Europe/Vienna')).toBe('2026-09-29');
    expect(campusDay(moment, 'America/New_York')).toBe('2026-09-28');
  });

  it.each([
    ['2026-09-28', 'Europe/Vienna', '2026-09-27T22:00:00.000Z', '2026-09-28T21:59:59.999Z'],
    // Clocks are set back: the day has 25 hours.
    ['2026-10-25', 'Europe/Vienna', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Clocks are set forward at midnight: the day begins at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
  ])('%s in %s begins at %s and ends at %s', (day, zone, first, last) => {
    expect(startOfDay(day, zone).toISOString()).toBe(first);
    expect(endOfDay(day, zone).toISOString()).toBe(last);
  });

  it('are counted across months, years and leap days', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(daysBetween('2027-12-31', '2028-03-01')).toBe(61);
    expect(daysBetween('2028-03-01', '2027-12-31')).toBe(-61);
  });

  it('are rejected if they do not exist', () => {
    expect(() => startOfDay('2027-02-29', 'UTC')).toThrow(RangeError);
    expect(() => addDays('28.09.2026', 1)).toThrow(RangeError);
  });
});

it.each([
  ['Europe/Vienna', true],
  ['UTC', true],
  ['Asia/Calcutta', true],
  ['IST', false],
  ['+05:30', false],
  ['Mars/Olympus', false],
  ['', false],
])('%p is the name of a time zone: %p', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
