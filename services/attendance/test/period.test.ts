import { campusDay } from '@qr-attendance/server';
import { describe, expect, it } from '@jest/globals';
import { daysOf } from '../src/features/analytics/rules/period.ts';
import { percentage } from '../src/core/records/rules/rates.ts';

const zone = 'America/New_York';
/** Monday 14 September 2026, 01:30 UTC: still Sunday evening on the campus. */
const now = new Date('2026-09-14T01:30:00Z');

describe('periods', () => {
  it('use days in the campus time zone', () => {
    expect(campusDay(now, zone)).toBe('2026-09-13');
  });

  it('start weeks on Monday', () => {
    const week = daysOf('thisWeek', now, zone);
    expect(week.map(({ date }) => date)).toEqual([
      '2026-09-07',
      '2026-09-08',
      '2026-09-09',
      '2026-09-10',
      '2026-09-11',
      '2026-09-12',
      '2026-09-13',
    ]);
    expect(week[0]?.name).toBe('Mon');
    expect(daysOf('lastWeek', now, zone)[0]?.date).toBe('2026-08-31');
  });

  it('cover the whole month, even across a clock change', () => {
    const month = daysOf('thisMonth', new Date('2026-11-15T12:00:00Z'), zone);
    expect(month).toHaveLength(30);
    expect(new Set(month.map(({ date }) => date)).size).toBe(30);
    expect(month[0]?.name).toBe('1 Nov');
  });
});

describe('rates', () => {
  it('count LATE as attended', () => {
    expect(percentage({ present: 1, late: 1, absent: 1, excused: 0 })).toBe(66.7);
  });
  it('exclude excused students from numerator and denominator', () => {
    expect(percentage({ present: 1, late: 0, absent: 1, excused: 8 })).toBe(50);
    expect(percentage({ present: 0, late: 0, absent: 0, excused: 1 })).toBeNull();
  });
  it('are null until something is counted', () => {
    expect(percentage({ present: 0, late: 0, absent: 0, excused: 0 })).toBeNull();
  });
});
