import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../src/campus/phone.ts';
import { agree, compareMarks } from '../src/checks/agree.ts';
import type { Books } from '../src/checks/books.ts';
import { createDevice } from '@qr-attendance/test-kit';
import { longestInterruption } from '../src/campus/interruption.ts';
import { isGood } from '../src/table.ts';

const personOf = (id: string) => ({
  id,
  userType: 'STUDENT' as const,
  name: id,
  email: '',
  token: '',
  cookie: '',
  deviceId: '',
  device: createDevice(),
});
const session = { id: 's1', courseId: 'c1', teacher: personOf('t'), code: '' };
const outcome = (student: string, result: Outcome['result'], answeredAt = 0): Outcome => ({
  student: personOf(student),
  session,
  enrolled: true,
  result,
  answeredAt,
  waitedMs: 0,
});
const booksWith = (stored: Record<string, number>): Books => {
  const nothing = async () => [];
  return {
    marks: async () => new Map(Object.entries(stored).map(([student, count]) => [`s1 ${student}`, count])),
    rollUps: nothing,
    enrollments: nothing,
    pending: nothing,
    deadLetters: nothing,
    close: async () => undefined,
  };
};

describe('the audit after a fault', () => {
  const outcomes = [outcome('a', 'acknowledged'), outcome('b', 'refused')];

  test('accepts exactly one stored row per acknowledged mark', async () => {
    expect(agree(await compareMarks(booksWith({ a: 1 }), outcomes))).toBe(true);
  });

  test('reports a missing mark that was acknowledged', async () => {
    expect((await compareMarks(booksWith({}), outcomes)).lost).toEqual(['s1 a']);
  });

  test('reports a mark that is stored twice', async () => {
    expect((await compareMarks(booksWith({ a: 2 }), outcomes)).duplicated).toEqual(['s1 a']);
  });

  test('reports a stored mark that was rejected or that nobody sent', async () => {
    const { others } = await compareMarks(booksWith({ a: 1, b: 1, c: 1 }), outcomes);
    expect(others).toHaveLength(2);
  });

  test('treats each of these findings as a failure', () => {
    const row = {
      fault: 'x',
      sent: 1,
      acknowledged: 1,
      refused: 0,
      lost: 0,
      duplicated: 0,
      disagreements: [],
      agreeAfterMs: 0,
      longestInterruptionMs: 0,
    };
    expect(isGood(row)).toBe(true);
    expect(
      [{ lost: 1 }, { duplicated: 1 }, { disagreements: ['x'] }].map((bad) => isGood({ ...row, ...bad })),
    ).toEqual([false, false, false]);
  });
});

test('the longest interruption is the longest time between two successful responses', () => {
  const outcomes = [
    outcome('a', 'acknowledged', 1_100),
    outcome('b', 'refused', 2_000),
    outcome('c', 'acknowledged', 4_000),
  ];
  expect(longestInterruption(outcomes, 1_000)).toBe(2_900);
});
