import { describe, expect, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { countRoster, mergeRoster, searchRoster } from '../src/features/session/roster.ts';

const mark = (n: number, over: Partial<AttendanceRecord> = {}): AttendanceRecord => ({
  _id: `00000000-0000-4000-8000-00000000000${n}`,
  student: {
    _id: `10000000-0000-4000-8000-00000000000${n}`,
    name: `Student ${n}`,
    email: `s${n}@campus.example`,
  },
  session: {
    _id: '66f000000000000000005e01',
    course: { _id: '66f000000000000000000c01', name: 'Algorithms', code: 'CS201' },
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
  },
  timestamp: `2026-09-14T09:0${n}:00.000Z`,
  status: 'PRESENT',
  ...over,
});
const ids = (records: AttendanceRecord[]) => records.map(({ student }) => student.name);

describe('merging a roster', () => {
  test('puts the newest mark first', () => {
    expect(ids(mergeRoster([mark(1), mark(3)], [mark(2)]))).toEqual(['Student 3', 'Student 2', 'Student 1']);
  });
  test('counts a mark told twice once', () => {
    expect(mergeRoster([mark(1)], [mark(1), mark(1)])).toHaveLength(1);
  });
  test('takes the later telling of a mark', () => {
    expect(mergeRoster([mark(1)], [mark(1, { status: 'LATE' })])[0]?.status).toBe('LATE');
  });
  test('keeps a live arrival that a list fetched meanwhile lacks', () => {
    expect(ids(mergeRoster([mark(2), mark(1)], [mark(1)]))).toEqual(['Student 2', 'Student 1']);
  });
});

test('a roster counts each status and the total', () => {
  const records = [mark(1), mark(2, { status: 'LATE' }), mark(3, { status: 'ABSENT' }), mark(4)];
  expect(countRoster(records)).toEqual({ PRESENT: 2, LATE: 1, ABSENT: 1, EXCUSED: 0, total: 4 });
});

describe('searching a roster', () => {
  const named = (n: number, name: string) => mark(n, { student: { ...mark(n).student, name } });
  const records = [named(1, 'José Álvarez'), named(2, 'Grace Hopper')];
  test('finds a name by its words in any order, without case or accents', () => {
    expect(ids(searchRoster(records, 'alvarez JOSE'))).toEqual(['José Álvarez']);
  });
  test('shows everyone while nothing is typed', () => expect(searchRoster(records, '  ')).toHaveLength(2));
});
