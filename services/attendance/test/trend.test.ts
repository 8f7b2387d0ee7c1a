import { describe, expect, it } from '@jest/globals';
import { trendOf } from '../src/features/students/rules/trend.ts';

const session = (date: string, status: string | undefined, counts = true) => ({ date, status, counts });
const rates = (points: { date: string; attendancePercentage: number }[]) =>
  points.map(({ date, attendancePercentage }) => [date, attendancePercentage]);

describe('the trend of a student', () => {
  it('is the rate after each session, oldest first, ending with the overall rate', () => {
    const sessions = [
      session('04', 'ABSENT'),
      session('03', 'LATE'),
      session('02', 'ABSENT'),
      session('01', 'PRESENT'),
    ];
    expect(rates(trendOf(sessions, { present: 1, late: 1, absent: 2, excused: 0 }))).toEqual([
      ['01', 100],
      ['02', 50],
      ['03', 66.7],
      ['04', 50],
    ]);
  });
  it('excludes sessions that are running, excused, without a mark, or have an unknown status', () => {
    const sessions = [
      session('05', 'PRESENT', false),
      session('04', 'EXCUSED'),
      session('03', undefined),
      session('02', 'ELSEWHERE'),
      session('01', 'PRESENT'),
    ];
    expect(rates(trendOf(sessions, { present: 1, late: 0, absent: 0, excused: 1 }))).toEqual([['01', 100]]);
  });
  it('starts at the rate of the sessions that it omits', () => {
    const listed = [session('09', 'ABSENT')];
    expect(rates(trendOf(listed, { present: 3, late: 0, absent: 1, excused: 0 }))).toEqual([['09', 75]]);
  });
  it('has no points before the first session that counts', () => {
    expect(trendOf([], { present: 0, late: 0, absent: 0, excused: 0 })).toEqual([]);
  });
});
