import { isDeepStrictEqual } from 'node:util';
import { RETRY, retryOnConflict } from '@qr-attendance/server';
import type { Enrollment } from '../../core/memberships/enrollment-standing.ts';
import { findCourse, requireNotArchived } from './enroll.ts';
import {
  applyMemberships,
  type MembershipRow,
  type RowOutcome,
} from '../../core/memberships/rules/apply-memberships.ts';
import type { Period } from '../../db/enrollment-models.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';

export interface MembershipOutcome {
  studentId: string;
  outcome: RowOutcome;
  /** The student's periods in the course before the rows were applied; empty for a new student. */
  before: Period[];
}

/** Limits the memory and the size of a write. */
const BATCH_STUDENTS = 500;

interface Student {
  studentId: string;
  rows: MembershipRow[];
}

/**
 * Sets memberships of a course to what the rows state. The caller must have checked the permission.
 * Idempotent; publishes each changed student once. Outcomes are in the order of the rows.
 */
export const setMemberships = async (
  context: { courses: Courses; enrollments: Enrollments; clock: () => Date },
  courseId: string,
  rows: MembershipRow[],
  by: string,
): Promise<MembershipOutcome[]> => {
  const course = await findCourse(context, courseId);
  requireNotArchived(course);
  const { sections } = course;
  const sectionIds = new Set(sections.map(({ id }) => id));
  const outcomes = new Map<MembershipRow, MembershipOutcome>();
  for (const row of rows)
    if (!sectionIds.has(row.sectionId))
      outcomes.set(row, { studentId: row.studentId, outcome: 'unknown_section', before: [] });
  const byStudent = Map.groupBy(
    rows.filter((row) => sectionIds.has(row.sectionId)),
    ({ studentId }) => studentId,
  );
  const students = [...byStudent].map(([studentId, own]) => ({ studentId, rows: own }));
  for (let start = 0; start < students.length; start += BATCH_STUDENTS)
    await applyBatch(context, courseId, students.slice(start, start + BATCH_STUDENTS), by, outcomes);
  return rows.flatMap((row) => outcomes.get(row) ?? []);
};

const applyBatch = async (
  { enrollments, clock }: { enrollments: Enrollments; clock: () => Date },
  courseId: string,
  students: Student[],
  by: string,
  outcomes: Map<MembershipRow, MembershipOutcome>,
): Promise<void> => {
  let left = students;
  await retryOnConflict('memberships', async () => {
    const existing = await enrollments.findMany(
      courseId,
      left.map(({ studentId }) => studentId),
    );
    const now = clock();
    const writes: { student: Student; enrollment: Enrollment | undefined; periods: Period[] }[] = [];
    for (const student of left) {
      const enrollment = existing.get(student.studentId);
      const before = enrollment?.periods ?? [];
      const applied = applyMemberships(before, student.rows, by, now);
      for (const [index, row] of student.rows.entries())
        outcomes.set(row, {
          studentId: student.studentId,
          outcome: applied.outcomes[index] ?? 'unchanged',
          before,
        });
      if (!isDeepStrictEqual(applied.periods, before))
        writes.push({ student, enrollment, periods: applied.periods });
    }
    const missed = await enrollments.writeMany(
      courseId,
      writes.map(({ student, enrollment, periods }) => ({
        studentId: student.studentId,
        enrollment,
        periods,
      })),
    );
    left = left.filter(({ studentId }) => missed.has(studentId));
    return left.length === 0 || RETRY;
  });
};
