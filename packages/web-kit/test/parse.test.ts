import { describe, expect, test } from '@jest/globals';
import { isDay, isTime, isWholeDay, isWholeTime, parseDay, parseTime } from '../src/time/parse.ts';

describe('a typed day', () => {
  test.each([
    ['Sun 22 Nov', '2026-11-22'],
    ['22 Nov', '2026-11-22'],
    ['22 november 2027', '2027-11-22'],
    ['So., 22. Nov.', '2026-11-22'],
    ['22. November 2026', '2026-11-22'],
    ['1. März', '2026-03-01'],
    ['3 dez 2026', '2026-12-03'],
    ['22.11.', '2026-11-22'],
    ['22.11.26', '2026-11-22'],
    ['22/11/2026', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    [' 2026-1-2 ', '2026-01-02'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%s is parsed as %s', (text, day) => {
    expect(parseDay(text, 2026)).toBe(day);
  });

  test.each(['', 'tomorrow', '22', '31 Nov', '29 Feb 2026', '11/22/2026', '22 Ju', '2026-13-01', '0.1.2026'])(
    '“%s” is rejected',
    (text) => {
      expect(parseDay(text, 2026)).toBeUndefined();
    },
  );

  test('is complete once it has a year', () => {
    expect(['22.1', '22.11.', '22 Nov 20'].some(isWholeDay)).toBe(false);
    expect(['22.11.2026', '22 Nov 2026', '2026-11-22'].every(isWholeDay)).toBe(true);
  });
});

test('only existing days and times are valid values', () => {
  expect(['2026-11-22', '22 Nov', '2026-13-45', ''].map(isDay)).toEqual([true, false, false, false]);
  expect(['09:05', '9:05', '25:00', ''].map(isTime)).toEqual([true, false, false, false]);
});

describe('a typed time', () => {
  test.each([
    ['9:05', '09:05'],
    ['09:05', '09:05'],
    ['9.05', '09:05'],
    ['905', '09:05'],
    ['0905', '09:05'],
    ['9', '09:00'],
    ['14 Uhr', '14:00'],
    ['9:05 Uhr', '09:05'],
    ['23:59', '23:59'],
    ['0:00', '00:00'],
  ])('%s is parsed as %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  test.each(['', 'noon', '24:00', '9:60', '9:5', '12345', '-1'])('“%s” is rejected', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  test('is complete once it has minutes', () => {
    expect(['9', '9:0', '905'].some(isWholeTime)).toBe(false);
    expect(['9:05', '09:05', '0905'].every(isWholeTime)).toBe(true);
  });
});
