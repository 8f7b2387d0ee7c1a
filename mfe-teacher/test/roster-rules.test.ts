import { describe, expect, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { countRoster, mergeRoster, needsReview } from '../src/features/session/roster-rules.ts';
import { markOf } from './samples.ts';

const ids = (records: AttendanceRecord[]) => records.map(({ student }) => student.name);

describe('merging a roster', () => {
  test('puts the newest mark first', () => {
    expect(ids(mergeRoster([markOf(3), markOf(1)], [markOf(2)]))).toEqual([
      'Student 3',
      'Student 2',
      'Student 1',
    ]);
  });
  test('counts a repeated mark once', () => {
    expect(mergeRoster([markOf(1)], [markOf(1), markOf(1)])).toHaveLength(1);
  });
  test('keeps the object identity of marks that a reload did not change', () => {
    const before = [markOf(3), markOf(2), markOf(1)];
    const merged = mergeRoster(before, [markOf(3), markOf(2, { status: 'LATE' }), markOf(1)]);
    expect(merged.map((record, index) => record === before[index])).toEqual([true, false, true]);
    expect(mergeRoster(before, [markOf(1), markOf(2), markOf(3)])).toBe(before);
  });
  test('uses the newer state of a mark', () => {
    expect(mergeRoster([markOf(1)], [markOf(1, { status: 'LATE' })])[0]?.status).toBe('LATE');
  });
  test('ignores an older state', () => {
    const corrected = markOf(1, { status: 'EXCUSED', reviewedAt: '2026-09-14T10:00:00.000Z' });
    expect(mergeRoster([corrected], [markOf(1)])[0]?.status).toBe('EXCUSED');
    expect(mergeRoster([markOf(1)], [corrected])[0]?.status).toBe('EXCUSED');
  });
  test('uses the higher version even if the last decision was undone', () => {
    const set = markOf(1, { status: 'LATE', version: 2, reviewedAt: '2026-09-14T10:00:00.000Z' });
    const undone = markOf(1, { version: 3 });
    expect(mergeRoster([set], [undone])[0]?.status).toBe('PRESENT');
    expect(mergeRoster([undone], [set])[0]?.status).toBe('PRESENT');
  });
  test('removes the answer to a void presence check when the student misses the repeated check', () => {
    const answered = markOf(1, { presenceCheck: { answeredAt: '2026-09-14T09:20:30.000Z' } });
    const missed = markOf(1, { status: 'LATE', presenceCheck: { missed: true } });
    expect(mergeRoster([answered], [missed])).toEqual([missed]);
    expect(mergeRoster([missed], [answered])).toEqual([answered]);
  });
  test('keeps a live mark that an older list lacks', () => {
    expect(ids(mergeRoster([markOf(2), markOf(1)], [markOf(1)]))).toEqual(['Student 2', 'Student 1']);
  });
});

test('counts each status and the total', () => {
  const records = [markOf(1), markOf(2, { status: 'LATE' }), markOf(3, { status: 'ABSENT' }), markOf(4)];
  expect(countRoster(records)).toEqual({ PRESENT: 2, LATE: 1, ABSENT: 1, EXCUSED: 0, other: 0, total: 4 });
});

describe('a review', () => {
  const flags = [{ reason: 'device_shared' as const, at: '2026-09-14T09:05:00.000Z' }];
  const dispute = { note: 'I was there', at: '2026-09-14T11:00:00.000Z' };
  test.each([
    ['a flagged record', { flags }, true],
    ['no flagged record after its review', { flags, reviewedAt: '2026-09-14T09:06:00.000Z' }, false],
    [
      'a record that is flagged again after its review',
      { flags, reviewedAt: '2026-09-14T09:04:00.000Z' },
      true,
    ],
    ['a disputed record', { dispute }, true],
    [
      'no record after the dispute is answered',
      { dispute: { ...dispute, answer: 'You were', answeredAt: '2026-09-14T12:00:00.000Z' } },
      false,
    ],
    ['no record without flags or dispute', {}, false],
  ])('is needed for %s', (_when, over, expected) => {
    expect(needsReview(markOf(1, over))).toBe(expected);
  });
});
