import type { CourseGrid, GridStudent, HeldSession } from '@qr-attendance/contracts';
import { compareText } from '@qr-attendance/web-kit';
import { studentFilter } from '../../shared/found-students.ts';

/** The students of a course, each with the status in each of its sessions, in their order. */
export interface Grid {
  sessions: HeldSession[];
  olderSessions: string | undefined;
  students: GridStudent[];
}

/**
 * Pages as one grid, with the sessions of the first: one that began while the pages were on their way is in later pages
 * alone. A student whom a change of name moved is in two pages and comes once.
 */
export const mergePages = ([first, ...others]: CourseGrid[]): Grid => {
  const { sessions = [], olderSessions } = first ?? {};
  const students = new Map(first?.students.map((one) => [one.student._id, one]));
  for (const page of others) {
    const places = new Map(page.sessions.map(({ _id }, place) => [_id, place]));
    for (const one of page.students) {
      const statuses = sessions.map(({ _id }) => one.statuses[places.get(_id) ?? -1] ?? null);
      students.set(one.student._id, { ...one, statuses });
    }
  }
  return { sessions, olderSessions, students: [...students.values()] };
};

/** Who came less often than a rate, in percent; nobody before the first session that counts. */
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

/** A sorted copy; who has no rate comes last. */
export const sortStudents = (students: GridStudent[], { by, descending }: Sorting): GridStudent[] => {
  const named = students.toSorted(byName);
  if (by === 'name') return descending ? named.reverse() : named;
  const sign = descending ? -1 : 1;
  return named.sort(({ attendancePercentage: a }, { attendancePercentage: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b),
  );
};

/** Those found by what is typed, and of them those below the threshold if only they are to be shown. */
export const chooseStudents = (
  students: GridStudent[],
  typed: string,
  below: number | undefined,
): GridStudent[] => {
  const isFound = studentFilter(typed);
  return students.filter((one) => isFound(one.student) && (below === undefined || isBelow(one, below)));
};

/** The row above which the threshold lies in a list sorted by rate; undefined where all are on one side. */
export const thresholdRow = (students: GridStudent[], threshold: number): number | undefined => {
  const row = students.findIndex((one, index) => {
    const before = students[index - 1];
    return (
      before && one.attendancePercentage !== null && isBelow(one, threshold) !== isBelow(before, threshold)
    );
  });
  return row === -1 ? undefined : row;
};
