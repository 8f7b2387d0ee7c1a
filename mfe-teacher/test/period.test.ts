import { expect, test } from '@jest/globals';
import { readPeriod, toBars } from '../src/features/dashboard/period.ts';

test('defaults to this week unless the URL contains another period', () => {
  expect(readPeriod(new URLSearchParams())).toBe('thisWeek');
  expect(readPeriod(new URLSearchParams('period=lastWeek'))).toBe('lastWeek');
  expect(readPeriod(new URLSearchParams('period=nonsense'))).toBe('thisWeek');
});
test('converts days to whole percent, with gaps for days without a session', () => {
  expect(
    toBars([
      { date: '2026-09-14', name: 'Mon', attendance: 66.666 },
      { date: '2026-09-15', name: 'Tue', attendance: 0 },
      { date: '2026-09-16', name: 'Wed', attendance: null },
    ]),
  ).toEqual([
    { name: 'Mon', value: 67 },
    { name: 'Tue', value: 0 },
    { name: 'Wed', value: null },
  ]);
});
