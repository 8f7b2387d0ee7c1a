import { describe, expect, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import {
  chooseRows,
  countTabs,
  groupNames,
  rowsInSection,
  sortByRisk,
  NEWEST_FIRST,
  rosterTabs,
  rowsOf,
  sectionsOf,
  sortRows,
  wholeCourseValue,
  type RosterRow,
  type RosterSortOrder,
} from '../src/features/session/roster-rows.ts';
import { enrolledOf, markOf } from './samples.ts';

const named = (n: number, name: string) => {
  const one = enrolledOf(n);
  return { ...one, student: { ...one.student, name } };
};
const names = (rows: RosterRow[]) => rows.map(({ student }) => student.name);

describe('roster rows', () => {
  test('contain all enrolled students and everyone else with a mark', () => {
    const rows = rowsOf([enrolledOf(1), enrolledOf(2)], [markOf(2), markOf(3)]);
    expect(names(rows)).toEqual(['Student 1', 'Student 2', 'Student 3']);
    expect(rows.map(({ mark }) => mark?.status)).toEqual([undefined, 'PRESENT', 'PRESENT']);
  });
  test('contain only the students of the chosen section, without guests', () => {
    const enrolled = [
      { ...enrolledOf(1), sectionId: 'a' },
      { ...enrolledOf(2), sectionId: 'b' },
    ];
    const rows = rowsOf(enrolled, [markOf(2), markOf(3)]);
    expect(sectionsOf(enrolled)).toEqual(['a', 'b']);
    expect(names(rowsInSection('b', enrolled, rows))).toEqual(['Student 2']);
    expect(rowsInSection(undefined, enrolled, rows)).toBe(rows);
  });
  test('can be limited to one course of a joint class, and contain the course of each student', () => {
    const [firstStudent, secondStudent] = [enrolledOf(1), enrolledOf(2)];
    const enrolled = [
      { ...firstStudent, courseId: 'a', sectionId: 'a' },
      { ...secondStudent, courseId: 'b', sectionId: 'lab' },
    ];
    const courses = [
      { _id: 'a', name: 'Algorithms', code: 'CS201', sections: [{ id: 'a', name: '1' }] },
      {
        _id: 'b',
        name: 'Logic',
        code: 'MA101',
        sections: [
          {
            id: 'b',
            name: 'Morning',
          },
          {
            id: 'lab',
            name: 'Lab',
          },
        ],
      },
    ];
    const rows = rowsOf(enrolled, []);
    expect(names(rowsInSection(wholeCourseValue('b'), enrolled, rows))).toEqual(['Student 2']);
    expect(names(rowsInSection('lab', enrolled, rows))).toEqual(['Student 2']);
    expect([...groupNames(courses, enrolled).values()]).toEqual(['CS201', 'MA101 Lab']);
    expect(groupNames(undefined, enrolled).size).toBe(0);
  });
  test('exclude students who enrolled after the end, unless they have a mark', () => {
    const later = { ...enrolledOf(2), enrolledAt: '2026-09-15T08:00:00.000Z' };
    const markedLater = { ...enrolledOf(3), enrolledAt: '2026-09-15T08:00:00.000Z' };
    const endedSession = {
      date: '2026-09-14',
      startTime: '2026-09-14T09:00:00.000Z',
      endedAt: '2026-09-14T10:00:00.000Z',
    };
    const rows = rowsOf([enrolledOf(1), later, markedLater], [markOf(3)], endedSession);
    expect(names(rows)).toEqual(['Student 1', 'Student 3']);
    // A Monday class that was ended on Wednesday excludes a student who enrolled on Tuesday.
    const forgotten = { ...endedSession, endedAt: '2026-09-16T10:00:00.000Z' };
    expect(names(rowsOf([enrolledOf(1), later], [], forgotten))).toEqual(['Student 1']);
  });
});

const marks: AttendanceRecord[] = [
  markOf(1),
  markOf(2, { status: 'LATE' }),
  markOf(3, { status: 'ABSENT' }),
  markOf(4, { status: 'EXCUSED', dispute: { note: 'No', at: '2026-09-14T11:00:00.000Z' } }),
];
const all = rowsOf([1, 2, 3, 4, 5].map(enrolledOf), marks);

test('counts the rows of each tab', () => {
  expect(countTabs(all)).toEqual({ all: 5, present: 1, late: 1, missing: 2, guests: 0, help: 0, review: 1 });
  for (const tab of rosterTabs) expect(chooseRows(all, tab, '')).toHaveLength(countTabs(all)[tab]);
  expect(names(chooseRows(all, 'missing', ''))).toEqual(['Student 3', 'Student 5']);
});

test('keeps guests in a tab of their own', () => {
  const rows = rowsOf([enrolledOf(1)], [markOf(1), markOf(2, { guest: true })]);
  expect(countTabs(rows)).toEqual({ all: 1, present: 1, late: 0, missing: 0, guests: 1, help: 0, review: 0 });
  expect(names(chooseRows(rows, 'guests', ''))).toEqual(['Student 2']);
});

describe('sorting rows', () => {
  const sorted = (sorting: RosterSortOrder) =>
    names(sortRows(all, sorting))
      .map((name) => name.slice(-1))
      .join('');
  test('puts the newest marks first, and absences and missing marks last', () => {
    expect(sorted(NEWEST_FIRST)).toBe('42135');
    expect(sorted({ id: 'time', desc: false })).toBe('12435');
  });
  test('sorts by status, from present to absent', () => {
    expect(sorted({ id: 'status', desc: false })).toBe('12435');
    expect(sorted({ id: 'status', desc: true })).toBe('53421');
  });
  test('sorts numbers by value, with missing numbers last in either order', () => {
    const [a, b, c] = [named(1, 'A'), named(2, 'B'), named(3, 'C')];
    const rows = rowsOf(
      [
        { ...a, student: { ...a.student, regNo: 'R10' } },
        { ...b, student: { ...b.student, regNo: 'R9' } },
        { ...c, student: { _id: c.student._id, name: 'C', email: 'c@campus.example' } },
      ],
      [],
    );
    expect(names(sortRows(rows, { id: 'regNo', desc: false }))).toEqual(['B', 'A', 'C']);
    expect(names(sortRows(rows, { id: 'regNo', desc: true }))).toEqual(['A', 'B', 'C']);
  });
  test('sorts names by the rules of the language', () => {
    const rows = rowsOf([named(1, 'Zoe'), named(2, 'Émile'), named(3, 'eva')], []);
    expect(names(sortRows(rows, { id: 'name', desc: false }))).toEqual(['Émile', 'eva', 'Zoe']);
    expect(names(sortRows(rows, { id: 'name', desc: true }))).toEqual(['Zoe', 'eva', 'Émile']);
  });
});

describe('searching rows', () => {
  const rows = rowsOf([named(1, 'José Álvarez'), named(2, 'Łukasz Hopper')], []);
  test.each([
    ['alvarez JOSE', ['José Álvarez']],
    ['lukasz', ['Łukasz Hopper']],
    ['usn-2', ['Łukasz Hopper']],
    ['hopper reg-2', ['Łukasz Hopper']],
    ['s1@campus', ['José Álvarez']],
    ['hopper reg-1', []],
    ['  ', ['José Álvarez', 'Łukasz Hopper']],
  ])('finds students by %s', (typed, found) => expect(names(chooseRows(rows, 'all', typed))).toEqual(found));
});

test('sorts records by risk score and keeps the order of equal records', () => {
  const rows = rowsOf([], [markOf(1), markOf(2, { risk: 3 }), markOf(3), markOf(4, { risk: 5 })]);
  expect(names(sortByRisk(rows)).map((name) => name.slice(-1))).toEqual(['4', '2', '1', '3']);
});
