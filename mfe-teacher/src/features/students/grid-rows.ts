import type { CourseGrid, GridStudent, HeldSession } from '@qr-attendance/contracts';
import { compareText } from '@qr-attendance/web-kit';
import { studentFilter } from '../../shared/student-filter.ts';

export interface Grid {
  sessions: HeldSession[];
  olderSessions: string | undefined;
  students: GridStudent[];
}

/**
 * Later pages may contain sessions that began in the meantime, and a renamed student may occur on two pages.
 */
export const mergePages = ([first, ...others]: CourseGrid[]): Grid => {
  const { sessions = [], olderSessions } = first ?? {};
  const students = new Map(first?.students.map((one) => [one.student._id, one]));
  for (const page of others) {
    const indexes = new Map(page.sessions.map(({ _id }, index) => [_id, index]));
    for (const row of page.students) {
      const statuses = sessions.map(({ _id }) => row.statuses[indexes.get(_id) ?? -1] ?? null);
      students.set(row.student._id, { ...row, statuses });
    }
  }
  return { sessions, olderSessions, students: [...students.values()] };
};

export const isBelowThreshold = (
  { attendancePercentage: rate }: Pick<GridStudent, 'attendancePercentage'>,
  threshold: number,
) => rate !== null && rate < threshold;

const byName = (a: GridStudent, b: GridStudent): number =>
  compareText(a.student.name, b.student.name) || a.student._id.localeCompare(b.student._id);

export const sortByName = (students: GridStudent[]): GridStudent[] => students.toSorted(byName);

export const chooseStudents = (
  students: GridStudent[],
  typed: string,
  below: number | undefined,
): GridStudent[] => {
  const isFound = studentFilter(typed);
  return students.filter(
    (one) => isFound(one.student) && (below === undefined || isBelowThreshold(one, below)),
  );
};

/** Whether a row is the first beyond the threshold in a list sorted by rate. */
export const isAcrossThreshold = (students: GridStudent[], index: number, threshold: number): boolean => {
  const [before, row] = [students[index - 1], students[index]];
  if (!before || !row || row.attendancePercentage === null) return false;
  return isBelowThreshold(row, threshold) !== isBelowThreshold(before, threshold);
};
