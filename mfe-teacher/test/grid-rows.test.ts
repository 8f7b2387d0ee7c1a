import { describe, expect, test } from '@jest/globals';
import type { CourseGrid, GridStudent } from '@qr-attendance/contracts';
import { noMarkReason } from '../src/features/students/no-mark-reason.ts';
import {
  chooseStudents,
  isAcrossThreshold,
  isBelowThreshold,
  mergePages,
  sortByName,
} from '../src/features/students/grid-rows.ts';
import { enrolledOf } from './samples.ts';

const studentOf = (n: number, name: string, rate: number | null, statuses: GridStudent['statuses'] = []) => {
  const { student, ...rest } = enrolledOf(n);
  return { ...rest, student: { ...student, name }, attendancePercentage: rate, statuses };
};
const sessionOf = (n: number) => ({
  _id: `66f00000000000000000500${n}`,
  date: `2026-09-0${n}`,
  startTime: `2026-09-0${n}T09:00:00.000Z`,
  active: false,
});
const names = (students: GridStudent[]) => students.map(({ student }) => student.name);
const [alan, bea, cy, dee] = [
  studentOf(1, 'Álan', 60),
  studentOf(2, 'Bea', null),
  studentOf(3, 'Cy', 74.9),
  studentOf(4, 'Dee', 75),
] as const;
const all = [dee, alan, cy, bea];

describe('the course grid', () => {
  test('sorts by name without changing its input', () => {
    expect(names(sortByName(all))).toEqual(['Álan', 'Bea', 'Cy', 'Dee']);
    expect(names(all)).toEqual(['Dee', 'Álan', 'Cy', 'Bea']);
  });

  test('finds students by name without accents, by number, and below the threshold', () => {
    expect(names(chooseStudents(all, 'alan', undefined))).toEqual(['Álan']);
    expect(names(chooseStudents(all, 'reg-3', undefined))).toEqual(['Cy']);
    expect(names(chooseStudents(all, 'USN-4', undefined))).toEqual(['Dee']);
    expect(names(chooseStudents(all, '', 75))).toEqual(['Álan', 'Cy']);
    expect(names(chooseStudents(all, 'cy', 75))).toEqual(['Cy']);
    expect([alan, bea, cy, dee].map((one) => isBelowThreshold(one, 75))).toEqual([true, false, true, false]);
  });

  test('separates students below the threshold from the others', () => {
    const across = (students: GridStudent[], threshold: number) =>
      students.filter((_one, index) => isAcrossThreshold(students, index, threshold));
    expect(across([alan, cy, dee, bea], 75)).toEqual([dee]);
    expect(across([dee, cy, alan, bea], 75)).toEqual([cy]);
    expect(across([alan, cy, dee, bea], 10)).toEqual([]);
    expect(across([dee, cy, alan, bea], 100)).toEqual([]);
    expect(across([bea, bea], 75)).toEqual([]);
  });

  test('combines pages, even if a session began between two requests', () => {
    const first: CourseGrid = {
      sessions: [sessionOf(2), sessionOf(1)],
      olderSessions: 'older',
      students: [studentOf(1, 'Álan', 60, ['PRESENT', 'ABSENT'])],
    };
    const second: CourseGrid = {
      sessions: [sessionOf(3), sessionOf(2)],
      students: [studentOf(1, 'Zoë', 60, [null, 'LATE']), studentOf(2, 'Bea', 50, ['LATE', 'EXCUSED'])],
    };
    const { sessions, olderSessions, students } = mergePages([first, second]);
    expect(sessions).toEqual(first.sessions);
    expect(olderSessions).toBe('older');
    expect(students.map(({ student, statuses }) => [student.name, statuses])).toEqual([
      ['Zoë', ['LATE', null]],
      ['Bea', ['EXCUSED', null]],
    ]);
    expect(mergePages([])).toEqual({ sessions: [], olderSessions: undefined, students: [] });
  });
});

test('explains a missing mark by the enrollment dates or by a running session', () => {
  const enrolledAt = '2026-09-05T00:00:00.000Z';
  const ended = (endedAt: string) => ({
    active: false,
    endedAt,
    date: endedAt.slice(0, 10),
    startTime: endedAt.replace('T10', 'T09'),
  });
  const running = { active: true, date: '2026-09-06', startTime: '2026-09-06T09:00:00.000Z' };
  expect(noMarkReason(running, enrolledAt)).toBe('notYet');
  expect(noMarkReason(ended('2026-09-04T10:00:00.000Z'), enrolledAt)).toBe('notEnrolled');
  expect(noMarkReason(ended('2026-09-06T10:00:00.000Z'), enrolledAt)).toBe('none');
  expect(noMarkReason(ended('2026-09-06T10:00:00.000Z'), undefined)).toBe('none');
});
