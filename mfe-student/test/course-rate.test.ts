import { describe, expect, test } from '@jest/globals';
import { courseRate } from '../src/features/dashboard/course-rate.ts';

const totals = { present: 4, late: 1, absent: 2, excused: 3 };
const running = (status: string) => ({
  sessionId: '65f1a2b3c4d5e6f708192a3b',
  courseName: 'Algorithms',
  timestamp: '2026-09-14T09:00:00.000Z',
  status,
});

describe('course rate', () => {
  test('counts present and late out of all but excused', () => {
    expect(courseRate(totals, [])).toEqual({ attended: 5, classes: 7 });
  });

  test('counts a class only after it has ended', () => {
    expect(courseRate(totals, [running('LATE')])).toEqual({ attended: 4, classes: 6 });
    expect(courseRate(totals, [running('EXCUSED')])).toEqual({ attended: 5, classes: 7 });
  });
});
