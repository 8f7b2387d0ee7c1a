import { expect, test } from '@jest/globals';
import { groupSessions } from '../src/shared/session-groups/group-sessions.ts';
import { sessionOf } from './samples.ts';

const NOW = Date.parse('2026-09-14T10:00:00Z');
const session = (id: string, date: string, start: string, over: Parameters<typeof sessionOf>[0] = {}) =>
  sessionOf({
    _id: id.padStart(24, '0'),
    date,
    startTime: `${date}T${start}:00Z`,
    state: 'ended',
    active: false,
    ...over,
  });
const scheduled = { state: 'scheduled', active: true } as const;

test('groups sessions into running, today, upcoming and past, each sorted by time', () => {
  const groups = groupSessions(
    [
      session('1', '2026-09-13', '09:00'),
      session('2', '2026-09-14', '08:00'),
      session('3', '2026-09-14', '09:30', { state: 'running', active: true }),
      session('4', '2026-09-14', '12:00', scheduled),
      session('5', '2026-09-14', '11:00', { state: 'canceled', active: false }),
      session('6', '2026-09-21', '09:00', scheduled),
      session('7', '2026-09-15', '09:00', scheduled),
      session('8', '2026-09-07', '09:00'),
      session('9', '2026-09-13', '23:00', { state: 'running', active: true }),
    ],
    '2026-09-14',
    NOW,
  );
  const ids = Object.entries(groups).map(([name, found]) => [name, found.map(({ _id }) => Number(_id))]);
  expect(Object.fromEntries(ids)).toEqual({
    running: [3, 9],
    today: [2, 5, 4],
    upcoming: [7, 6],
    past: [1, 8],
  });
});

test('lists a session from several lists once, and as running if it has begun', () => {
  const begun = session('1', '2026-09-14', '09:59', scheduled);
  const groups = groupSessions([begun, begun], '2026-09-14', NOW);
  expect(groups).toEqual({ running: [begun], today: [], upcoming: [], past: [] });
});
