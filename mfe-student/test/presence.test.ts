import { expect, test } from '@jest/globals';
import { presenceCounts } from '../src/features/dashboard/presence-counts.ts';

test('counts unattended sessions as missed', () => {
  expect(presenceCounts({ attendedSessions: 7, totalSessions: 10 })).toEqual({ present: 7, absent: 3 });
});
test('draws no chart before the first session', () => {
  expect(presenceCounts({ attendedSessions: 0, totalSessions: 0 })).toBeUndefined();
});
