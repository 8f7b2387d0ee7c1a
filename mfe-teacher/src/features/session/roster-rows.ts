import type {
  AttendanceRecord,
  AttendanceStatus,
  ParallelClass,
  JointCourse,
  StudentInfo,
} from '@qr-attendance/contracts';
import type { SortOrder as TableSorting } from '@qr-attendance/ui-kit';
import { compareText } from '@qr-attendance/web-kit';
import { isBeforeEnrollment, joinTimeOf } from '../../shared/is-before-enrollment.ts';
import { studentFilter } from '../../shared/student-filter.ts';
import type { HelpByStudent, HelpRequest } from './help-request.ts';
import { needsReview } from './roster-rules.ts';

export interface EnrolledStudent {
  student: StudentInfo;
  enrolledAt?: string | undefined;
  sectionId?: string | undefined;
  /** Only for joint classes. */
  courseId?: string | undefined;
  elsewhere?: ParallelClass | undefined;
}

export interface RosterRow {
  student: StudentInfo;
  mark: AttendanceRecord | undefined;
  /** The reason why the student could not mark, until there is a mark or a decision. */
  help: HelpRequest | undefined;
  elsewhere?: ParallelClass | undefined;
}

/** Keeps the identity of unchanged rows, so that they are not rendered again. */
const rowCache = new WeakMap<object, RosterRow>();
const rowOf = (
  student: StudentInfo,
  mark: AttendanceRecord | undefined,
  help: HelpRequest | undefined,
  elsewhere: ParallelClass | undefined,
): RosterRow => {
  const key = mark ?? student;
  const cachedRow = rowCache.get(key);
  const isSame =
    cachedRow?.student === student && cachedRow.help === help && cachedRow.elsewhere === elsewhere;
  if (isSame) return cachedRow;
  const row = { student, mark, help, elsewhere };
  rowCache.set(key, row);
  return row;
};

const NO_HELP: HelpByStudent = new Map();

/** Enrolled, marked and rejected students, except those who enrolled after the session had ended. */
export const rowsOf = (
  enrolled: EnrolledStudent[],
  records: AttendanceRecord[],
  sessionTimes?: { date: string; startTime: string; endedAt: string },
  help: HelpByStudent = NO_HELP,
): RosterRow[] => {
  const marks = new Map(records.map((mark) => [mark.student._id, mark]));
  const listed = new Set<string>();
  const rows: RosterRow[] = [];
  const add = (student: StudentInfo, elsewhere?: ParallelClass) => {
    listed.add(student._id);
    rows.push(rowOf(student, marks.get(student._id), help.get(student._id), elsewhere));
  };
  for (const { student, enrolledAt, elsewhere } of enrolled)
    if (marks.has(student._id) || !sessionTimes || !isBeforeEnrollment(sessionTimes, joinTimeOf(enrolledAt)))
      add(student, elsewhere);
  for (const { student } of records) if (!listed.has(student._id)) add(student);
  for (const { student } of help.values()) if (!listed.has(student._id)) add(student);
  return rows;
};

export const sectionsOf = (enrolled: EnrolledStudent[]): string[] => [
  ...new Set(enrolled.flatMap(({ sectionId }) => sectionId ?? [])),
];

/**
 * Filter value for a whole course of a joint class. The prefix is needed, because a section can have the id
 * of its course.
 */
export const wholeCourseValue = (courseId: string): string => `course-${courseId}`;

/** Keeps students of a section, or of a course of a joint class. Guests and strangers are in no section. */
export const rowsInSection = (
  chosen: string | undefined,
  enrolled: EnrolledStudent[],
  rows: RosterRow[],
): RosterRow[] => {
  if (chosen === undefined) return rows;
  const isChosen = ({ sectionId, courseId }: EnrolledStudent) =>
    sectionId === chosen || (courseId !== undefined && wholeCourseValue(courseId) === chosen);
  const ids = new Set(enrolled.filter(isChosen).map(({ student }) => student._id));
  return rows.filter(({ student }) => ids.has(student._id));
};

export const groupNames = (
  courses: JointCourse[] | undefined,
  enrolled: EnrolledStudent[],
): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { student, courseId, sectionId } of courses ? enrolled : []) {
    const course = courses?.find(({ _id }) => _id === courseId);
    const section = course?.sections.find(({ id }) => id === sectionId);
    const words = [course?.code, (course?.sections.length ?? 0) > 1 ? section?.name : undefined];
    names.set(student._id, words.filter(Boolean).join(' '));
  }
  return names;
};

/** A rejected student who is not enrolled does not count as missing. */
const isMissing = ({ mark, help, elsewhere }: RosterRow): boolean =>
  mark ? mark.status === 'ABSENT' : !elsewhere && !isStranger({ mark, help });
/** A rejected student who is not enrolled and has no mark. */
export const isStranger = ({ mark, help }: Pick<RosterRow, 'mark' | 'help'>): boolean =>
  !mark && help?.refused?.enrolled === false;

/** The record counts toward no rate, because the student is not in the course or section. */
const isGuest = ({ mark }: Pick<RosterRow, 'mark'>): boolean => mark?.guest === true;

export const rosterTabs = ['all', 'present', 'late', 'missing', 'guests', 'help', 'review'] as const;
export type RosterTab = (typeof rosterTabs)[number];
export const tabOf = (name: string | undefined): RosterTab => rosterTabs.find((tab) => tab === name) ?? 'all';

const isIn: Record<RosterTab, (row: RosterRow) => boolean> = {
  all: (row) => !isStranger(row) && !isGuest(row),
  present: (row) => row.mark?.status === 'PRESENT' && !isGuest(row),
  late: (row) => row.mark?.status === 'LATE' && !isGuest(row),
  missing: (row) => isMissing(row) && !isGuest(row),
  guests: isGuest,
  help: ({ help }) => help !== undefined,
  review: ({ mark }) => mark !== undefined && needsReview(mark),
};

export const countTabs = (rows: RosterRow[]): Record<RosterTab, number> => {
  const counts = { all: 0, present: 0, late: 0, missing: 0, guests: 0, help: 0, review: 0 };
  for (const row of rows) for (const tab of rosterTabs) if (isIn[tab](row)) counts[tab] += 1;
  return counts;
};

/** The sort keys in the order of the columns. */
export const sortKeys = ['name', 'regNo', 'usn', 'time', 'status'] as const;
export type SortKey = (typeof sortKeys)[number];
export type RosterSortOrder = TableSorting<SortKey>;
/** Latest arrivals first, then students without a mark, by name. */
export const NEWEST_FIRST: RosterSortOrder = { id: 'time', desc: true };

const STATUSES: AttendanceStatus[] = ['PRESENT', 'LATE', 'EXCUSED', 'ABSENT'];
const rankOf = ({ mark }: RosterRow): number => {
  const rank = mark ? STATUSES.findIndex((status) => status === mark.status) : STATUSES.length;
  return rank === -1 ? STATUSES.length + 1 : rank;
};
export const timeOf = ({ mark }: RosterRow): number | undefined =>
  mark && mark.status !== 'ABSENT' ? Date.parse(mark.timestamp) : undefined;

const textOf = ({ student }: RosterRow, by: 'name' | 'regNo' | 'usn'): string | undefined => student[by];
/** Undefined values come last in either order. */
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

const nameRanks = new WeakMap<StudentInfo, number>();
const rankNames = (rows: RosterRow[]): void => {
  if (rows.every(({ student }) => nameRanks.has(student))) return;
  const students = rows.map(({ student }) => student);
  students.sort((a, b) => compareText(a.name, b.name) || a._id.localeCompare(b._id));
  students.forEach((student, rank) => nameRanks.set(student, rank));
};
const byName = (a: RosterRow, b: RosterRow): number =>
  (nameRanks.get(a.student) ?? 0) - (nameRanks.get(b.student) ?? 0);

/** Rows that keep their position until the teacher changes the tab. */
export type KeptRows = ReadonlyMap<string, RosterRow>;
export const NO_KEPT_ROWS: KeptRows = new Map();

export const sortRows = (
  rows: RosterRow[],
  { id: by, desc: descending }: RosterSortOrder,
  kept: KeptRows = NO_KEPT_ROWS,
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
  // The keys are computed once per row instead of per comparison, because a hall has 1,500 rows and marks
  // arrive constantly.
  const keyed = rows.map((row) => ({
    row,
    value: valueOf(kept.get(row.student._id) ?? row),
    rank: nameRanks.get(row.student) ?? 0,
  }));
  return keyed
    .sort((a, b) => compare(a.value, b.value, descending, byNumber) || a.rank - b.rank)
    .map(({ row }) => row);
};

export const sortByRisk = (rows: RosterRow[]): RosterRow[] =>
  rows.toSorted((a, b) => (b.mark?.risk ?? 0) - (a.mark?.risk ?? 0));

/** Rows of a tab that match every word typed (name, email, USN, registration number). */
export const chooseRows = (
  rows: RosterRow[],
  tab: RosterTab,
  typed: string,
  kept: KeptRows = NO_KEPT_ROWS,
): RosterRow[] => {
  const isFound = studentFilter(typed);
  return rows.filter((row) => isIn[tab](kept.get(row.student._id) ?? row) && isFound(row.student));
};
