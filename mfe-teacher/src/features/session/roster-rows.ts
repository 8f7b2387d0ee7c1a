import type { AttendanceRecord, AttendanceStatus, StudentInfo } from '@qr-attendance/contracts';
import { compareText } from '@qr-attendance/web-kit';
import { isBeforeOwnTime, joinedOf } from '../../shared/is-before-own-time.ts';
import { studentFilter } from '../../shared/found-students.ts';
import { needsReview } from './roster-rules.ts';

/** A student of the course, and when he or she enrolled. */
export interface EnrolledStudent {
  student: StudentInfo;
  enrolledAt?: string | undefined;
}

/** A line of the roster: whoever is enrolled or has a mark. */
export interface RosterRow {
  student: StudentInfo;
  mark: AttendanceRecord | undefined;
}

/** All who are enrolled, and whoever else has a mark. Who joined after the session `held`, which is over, is left out. */
export const rowsOf = (
  enrolled: EnrolledStudent[],
  records: AttendanceRecord[],
  held?: { date: string; endedAt: string },
): RosterRow[] => {
  const marks = new Map(records.map((mark) => [mark.student._id, mark]));
  const rows: RosterRow[] = [];
  for (const { student, enrolledAt } of enrolled) {
    const mark = marks.get(student._id);
    marks.delete(student._id);
    if (mark || !held || !isBeforeOwnTime(held, joinedOf(enrolledAt))) rows.push({ student, mark });
  }
  for (const mark of marks.values()) rows.push({ student: mark.student, mark });
  return rows;
};

/** Whether somebody is in the room, as far as is known. */
const isMissing = ({ mark }: RosterRow): boolean => !mark || mark.status === 'ABSENT';

/** Which rows are shown; kept in the address, so that the dashboard can lead to what needs review. */
export const rosterTabs = ['all', 'present', 'late', 'missing', 'review'] as const;
export type RosterTab = (typeof rosterTabs)[number];

const isIn: Record<RosterTab, (row: RosterRow) => boolean> = {
  all: () => true,
  present: ({ mark }) => mark?.status === 'PRESENT',
  late: ({ mark }) => mark?.status === 'LATE',
  missing: isMissing,
  review: ({ mark }) => mark !== undefined && needsReview(mark),
};

/** How many rows each tab shows. */
export const countTabs = (rows: RosterRow[]): Record<RosterTab, number> => {
  const counts = { all: 0, present: 0, late: 0, missing: 0, review: 0 };
  for (const row of rows) for (const tab of rosterTabs) if (isIn[tab](row)) counts[tab] += 1;
  return counts;
};

export const sortKeys = ['time', 'name', 'regNo', 'usn', 'status'] as const;
export type SortKey = (typeof sortKeys)[number];
export interface Sorting {
  by: SortKey;
  descending: boolean;
}
/** Who came last stands on top; those without a mark follow by name. */
export const NEWEST_FIRST: Sorting = { by: 'time', descending: true };

const STATUSES: AttendanceStatus[] = ['PRESENT', 'LATE', 'EXCUSED', 'ABSENT'];
const rankOf = ({ mark }: RosterRow): number => {
  const rank = mark ? STATUSES.findIndex((status) => status === mark.status) : STATUSES.length;
  return rank === -1 ? STATUSES.length + 1 : rank;
};
/** When somebody came; an absence has no time. */
export const timeOf = ({ mark }: RosterRow): number | undefined =>
  mark && mark.status !== 'ABSENT' ? Date.parse(mark.timestamp) : undefined;

const textOf = ({ student }: RosterRow, by: 'name' | 'regNo' | 'usn'): string | undefined => student[by];
/** Whatever is compared; nothing comes last, whichever way the rest is sorted. */
const compare = <Value extends string | number>(
  a: Value | undefined,
  b: Value | undefined,
  descending: boolean,
  order: (a: Value, b: Value) => number,
): number => {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return descending ? order(b, a) : order(a, b);
};
const byNumber = (a: number, b: number) => a - b;

/** Names in the language's order, found out once for each list of students rather than at each mark that arrives. */
const nameRanks = new WeakMap<StudentInfo, number>();
const rankNames = (rows: RosterRow[]): void => {
  if (rows.every(({ student }) => nameRanks.has(student))) return;
  const students = rows.map(({ student }) => student);
  students.sort((a, b) => compareText(a.name, b.name) || a._id.localeCompare(b._id));
  students.forEach((student, rank) => nameRanks.set(student, rank));
};
const byName = (a: RosterRow, b: RosterRow): number =>
  (nameRanks.get(a.student) ?? 0) - (nameRanks.get(b.student) ?? 0);

/** Rows as they were when somebody set their status, by the student's id: they stay in their places. */
export type KeptRows = ReadonlyMap<string, RosterRow>;
export const NONE_KEPT: KeptRows = new Map();

/** A sorted copy; what is equal is in the order of names. */
export const sortRows = (
  rows: RosterRow[],
  { by, descending }: Sorting,
  kept: KeptRows = NONE_KEPT,
): RosterRow[] => {
  rankNames(rows);
  if (by === 'name') return rows.toSorted((a, b) => (descending ? byName(b, a) : byName(a, b)));
  if (by === 'regNo' || by === 'usn')
    return rows.toSorted(
      (a, b) =>
        compare(textOf(a, by) || undefined, textOf(b, by) || undefined, descending, compareText) ||
        byName(a, b),
    );
  const valueOf = by === 'time' ? timeOf : rankOf;
  const values = new Map(rows.map((row) => [row, valueOf(kept.get(row.student._id) ?? row)]));
  return rows.toSorted((a, b) => compare(values.get(a), values.get(b), descending, byNumber) || byName(a, b));
};

/** A sorted copy in which marks whose reasons weigh more come first; of equal ones the order stays. */
export const heaviestFirst = (rows: RosterRow[]): RosterRow[] =>
  rows.toSorted((a, b) => (b.mark?.risk ?? 0) - (a.mark?.risk ?? 0));

/** Rows of a tab of students in whom each word typed occurs: name, address, USN, registration number. */
export const chooseRows = (rows: RosterRow[], tab: RosterTab, typed: string): RosterRow[] => {
  const isFound = studentFilter(typed);
  return rows.filter((row) => isIn[tab](row) && isFound(row.student));
};
