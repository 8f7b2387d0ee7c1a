import type { Model, QueryFilter } from 'mongoose';
import { toCourse, type Course } from '../courses/courses.ts';
import type { CourseDocument } from '../db/models.ts';

const LIVE = { deleted: { $ne: true } };

/** Courses and sections by their ids in the institution's own systems. */
export const createImportedCourses = (model: Model<CourseDocument>) => ({
  find: async (externalIds: string[]): Promise<Course[]> =>
    (await model.find({ externalId: { $in: externalIds }, ...LIVE }).lean<CourseDocument[]>()).map(toCourse),
  findSections: async (
    externalIds: string[],
  ): Promise<Map<string, { courseId: string; sectionId: string }>> => {
    const filter = { 'sections.externalId': { $in: externalIds }, ...LIVE } as QueryFilter<CourseDocument>;
    const found = await model.find(filter, { sections: 1 }).lean<CourseDocument[]>();
    return new Map(
      found.flatMap(({ _id, sections }) =>
        sections.flatMap(({ id, externalId }): [string, { courseId: string; sectionId: string }][] =>
          externalId === undefined ? [] : [[externalId, { courseId: _id.toHexString(), sectionId: id }]],
        ),
      ),
    );
  },
  count: (): Promise<number> => model.countDocuments(LIVE),
});
export type ImportedCourses = ReturnType<typeof createImportedCourses>;
