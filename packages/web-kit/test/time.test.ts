import { describe, expect, test } from '@jest/globals';
import { formatDay, formatDayTime, formatRelative, formatTime } from '../src/time.ts';

const year = new Date().getFullYear();

describe('days and times', () => {
  test('a calendar day stays the day it is, wherever it is read', () => {
    expect(formatDay('2020-09-14')).toBe('Mon 14 Sep 2020');
  });

  test('this year goes without saying', () => {
    expect(formatDay(`${year}-03-05`)).toMatch(/^\w{3} 5 Mar$/);
  });

  test('a moment is told by the clock on the wall', () => {
    expect(formatTime(new Date(2020, 8, 14, 9, 5).toISOString())).toBe('9:05');
    expect(formatDayTime(new Date(2020, 8, 14, 14, 30).toISOString())).toBe('Mon 14 Sep 2020, 14:30');
  });

  test('how long ago is told in the largest unit that fits', () => {
    const now = Date.parse('2026-09-14T09:00:00Z');
    expect(formatRelative('2026-09-14T08:59:40Z', now)).toBe('now');
    expect(formatRelative('2026-09-14T08:55:00Z', now)).toBe('5 minutes ago');
    expect(formatRelative('2026-09-14T07:00:00Z', now)).toBe('2 hours ago');
    expect(formatRelative('2026-09-13T08:00:00Z', now)).toBe('yesterday');
    expect(formatRelative('2026-09-14T09:10:00Z', now)).toBe('in 10 minutes');
  });
});
