import { isDeepStrictEqual } from 'node:util';
import type { Enrollments } from '../../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../../core/memberships/requests.ts';
import { isOpen } from '../../../core/memberships/rules/periods.ts';
import type { StatedMember } from '../../../core/memberships/rules/stated-memberships.ts';
import type { ImportedCourses } from './imported-courses.ts';
import type { Application, Change, Problem } from './kind.ts';

export const keyOf = (courseId: string, studentId: string): string => `${courseId} ${studentId}`;
export const courseOf = (key: string): string => key.split(' ')[0] ?? '';
export const studentOf = (key: string): string => key.split(' ')[1] ?? '';

/** Reads and writes memberships with what files stated about them. */
export const createStatedMembers = ({
  importedCourses,
  enrollments,
  requests,
}: {
  importedCourses: Pick<ImportedCourses, 'archivedAmong'>;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
}) => {
  const load = async (keys: string[]): Promise<Map<string, StatedMember>> => {
    const byCourse = Map.groupBy(keys, courseOf);
    const found = await Promise.all(
      [...byCourse].map(async ([courseId, some]) => {
        const students = some.map(studentOf);
        const [stored, statements] = await Promise.all([
          enrollments.findMany(courseId, students),
          enrollments.findStatements(courseId, students),
        ]);
        return [...stored.values()].map(({ studentId, periods }): [string, StatedMember] => [
          keyOf(courseId, studentId),
          { periods, statements: statements.get(studentId) ?? {} },
        ]);
      }),
    );
    return new Map(found.flat());
  };

  /** Writes memberships of one course. @returns the students whose membership was changed at the same time */
  const writeCourse = async (courseId: string, changes: Change<StatedMember>[]): Promise<Set<string>> => {
    const stored = await enrollments.findMany(
      courseId,
      changes.map(({ key }) => studentOf(key)),
    );
    const planned = changes.flatMap(({ key, before, after }) => {
      const enrollment = stored.get(studentOf(key));
      const isAsPlanned = isDeepStrictEqual(enrollment?.periods ?? [], before?.periods ?? []);
      return after && isAsPlanned ? { studentId: studentOf(key), enrollment, after } : [];
    });
    const isSame = ({ enrollment, after }: (typeof planned)[number]) =>
      isDeepStrictEqual(enrollment?.periods, after.periods);
    const missed = await enrollments.writeMany(
      courseId,
      planned.filter((one) => !isSame(one)).map(({ after, ...one }) => ({ ...one, ...after })),
    );
    await enrollments.writeStatements(
      planned
        .filter(isSame)
        .flatMap(({ enrollment, after: { statements } }) => (enrollment ? { enrollment, statements } : [])),
    );
    const written = new Set(planned.map(({ studentId }) => studentId));
    for (const { key } of changes) if (!written.has(studentOf(key))) missed.add(studentOf(key));
    return missed;
  };

  const write = async (
    changes: Change<StatedMember>[],
    { at }: Pick<Application, 'at'>,
  ): Promise<Map<string, Problem>> => {
    const problems = new Map<string, Problem>();
    const byCourse = Map.groupBy(changes, ({ key }) => courseOf(key));
    const archived = await importedCourses.archivedAmong([...byCourse.keys()]);
    for (const [courseId, some] of byCourse) {
      if (archived.has(courseId)) {
        for (const { key } of some) problems.set(key, { problem: 'archived' });
        continue;
      }
      for (const studentId of await writeCourse(courseId, some))
        problems.set(keyOf(courseId, studentId), { problem: 'conflict' });
      const enrolled = some.filter(
        ({ key, after }) => !problems.has(key) && after && isOpen(after.periods, at),
      );
      await requests.remove(
        courseId,
        enrolled.map(({ key }) => studentOf(key)),
      );
    }
    return problems;
  };

  return { load, write };
};
