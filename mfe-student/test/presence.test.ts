import { expect, test } from '@jest/globals';
import { presence } from '../src/features/dashboard/presence.ts';

test('what was not attended was missed', () => {
  expect(presence({ attendedSessions: 7, totalSessions: 10 })).toEqual({ present: 7, absent: 3 });
});
test('before the first session there is nothing to draw', () => {
  expect(presence({ attendedSessions: 0, totalSessions: 0 })).toBeUndefined();
});
