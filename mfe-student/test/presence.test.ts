import { expect, test } from '@jest/globals';
import { presence } from '../src/features/dashboard/presence.ts';

test('counts unattended sessions as missed', () => {
  expect(presence({ attendedSessions: 7, totalSessions: 10 })).toEqual({ present: 7, absent: 3 });
});
test('draws no chart before the first session', () => {
  expect(presence({ attendedSessions: 0, totalSessions: 0 })).toBeUndefined();
});
