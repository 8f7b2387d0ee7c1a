import { ledgersWithLastRuns, ledgerWithLastRuns, writeUnversioned } from '@qr-attendance/server/mongo';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type { CourseDocument } from '../../db/models.ts';
import type { CourseStatements } from '../../db/statement-models.ts';
import { toCourse, type Course } from './courses.ts';

export interface StatedCourse {
  course: Course;
  stated: CourseStatements;
}

export const createCourseStatements = (model: Model<CourseDocument>) => {
  const list = async (filter: object): Promise<StatedCourse[]> =>
    (
      await model
        .find(filter as QueryFilter<CourseDocument>, { search: 0, outbox: 0 })
        .lean<CourseDocument[]>()
    ).map((document) => {
      const { statements, sectionStatements, staffStatements, arriving, departed } = document;
      const stated = { statements, sectionStatements, staffStatements, arriving, departed };
      return { course: toCourse(document), stated };
    });

  return {
    /** The statements about a course, its sections and its staff, each entry with only its last run. */
    findLast: async (id: string): Promise<CourseStatements> => {
      const [document] = await model.aggregate<Record<keyof CourseStatements, unknown>>([
        { $match: { _id: new Types.ObjectId(id) } },
        {
          $project: {
            statements: ledgerWithLastRuns('$statements'),
            sectionStatements: ledgersWithLastRuns('$sectionStatements'),
            staffStatements: ledgersWithLastRuns('$staffStatements'),
          },
        },
      ]);
      const { statements, sectionStatements, staffStatements } = (document ?? {}) as Record<string, unknown>;
      return {
        statements: statements ?? undefined,
        sectionStatements: sectionStatements ?? undefined,
        staffStatements: staffStatements ?? undefined,
      } as CourseStatements;
    },
    find: (ids: string[]): Promise<StatedCourse[]> => list({ _id: { $in: ids }, deleted: { $ne: true } }),
    /** Includes a deleted course that files still state. */
    findByExternalIds: async (externalIds: string[]): Promise<StatedCourse[]> =>
      (await list({ externalId: { $in: externalIds } })).filter(
        ({ course, stated }) => !course.deleted || stated.statements,
      ),
    listArriving: (): Promise<StatedCourse[]> => list({ 'arriving.from': { $gt: '' } }),
    /** Frees the external id of a deleted course for another one. */
    releaseExternalId: async (externalId: string): Promise<void> => {
      const deleted = { externalId, deleted: true };
      await model.updateMany(deleted, { $unset: { externalId: '', statements: '' } });
    },
    /**
     * Stores, in one write, statements about courses without changing the courses.
     * @returns the ids of the courses that have changed since they were read
     */
    stateAll: (
      courses: (Pick<Course, 'id' | 'version'> & { stated: CourseStatements })[],
    ): Promise<Set<string>> =>
      writeUnversioned(
        model,
        courses.map(({ id, version, stated }) => ({ _id: id, version, fields: stated })),
      ),
  };
};
export type CourseStatementStore = ReturnType<typeof createCourseStatements>;
