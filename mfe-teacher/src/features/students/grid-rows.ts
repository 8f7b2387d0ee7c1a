import type { CourseGrid, GridStudent, HeldSession } from '@qr-attendance/contracts';
import { compareText } from '@qr-attendance/web-kit';
import { studentFilter } from '../../shared/student-filter.ts';

export interface Grid {
  sessions: HeldSession[];
  olderSessions: string | undefined;
  students: GridStudent[];
}

/** Later pages may contain sessions that began meanwhile, and a renamed student may occur on two pages. */
export const mergePages = ([first, ...others]: CourseGrid[]): Grid => {
  const { sessions = [], olderSessions } = first ?? {};
  const students = new Map(first?.students.map((one) => [one.student._id, one]));
  for (const page of others) {
    const indexes = new Map(page.sessions.map(({ _id }, index) => [_id, index]));
    for (const one of page.students) {
      const statuses = sessions.map(({ _id }) => one.statuses[indexes.get(_id) ?? -1] ?? null);
      students.set(one.student._id, { ...one, statuses });
    }
  }
  return { sessions, olderSessions, students: [...students.values()] };
};

export const isBelow = (
  { attendancePercentage: rate }: Pick<GridStudent, 'attendancePercentage'>,
  threshold: number,
) => rate !== null && rate < threshold;

export interface Sorting {
  by: 'name' | 'rate';
  descending: boolean;
}

const byName = (a: GridStudent, b: GridStudent): number =>
  compareText(a.student.name, b.student.name) || a.student._id.localeCompare(b.student._id);

/** A sorted copy; students without a rate come last. */
export const sortStudents = (students: GridStudent[], { by, descending }: Sorting): GridStudent[] => {
  const named = students.toSorted(byName);
  if (by === 'name') return descending ? named.reverse() : named;
  const sign = descending ? -1 : 1;
  return named.sort(({ attendancePercentage: a }, { attendancePercentage: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b),
  );
};

export const chooseStudents = (
  students: GridStudent[],
  typed: string,
  below: number | undefined,
): GridStudent[] => {
  const isFound = studentFilter(typed);
  return students.filter((one) => isFound(one.student) && (below === undefined || isBelow(one, below)));
};

/** The first row beyond the threshold in a list sorted by rate; undefined if all are on one side. */
export const thresholdRow = (students: GridStudent[], threshold: number): number | undefined => {
  const row = students.findIndex((one, index) => {
    const before = students[index - 1];
    return (
      before && one.attendancePercentage !== null && isBelow(one, threshold) !== isBelow(before, threshold)
    );
  });
  return row === -1 ? undefined : row;
};
