import type { Model, QueryFilter } from 'mongoose';
import { toCourse, type Course } from '../../../core/courses/courses.ts';
import type { CourseDocument } from '../../../db/models.ts';

const LIVE = { deleted: { $ne: true } };

export interface ImportedSection {
  externalId: string;
  courseExternalId?: string | undefined;
  courseId: string;
  sectionId: string;
  teacherId: string;
  termId?: string | undefined;
  archived?: boolean | undefined;
}

export const createImportedCourses = (model: Model<CourseDocument>) => ({
  find: async (externalIds: string[]): Promise<Course[]> =>
    (await model.find({ externalId: { $in: externalIds }, ...LIVE }).lean<CourseDocument[]>()).map(toCourse),
  /** Courses of several terms can have sections with the same id. */
  findSections: async (externalIds: string[]): Promise<ImportedSection[]> => {
    const filter = { 'sections.externalId': { $in: externalIds }, ...LIVE } as QueryFilter<CourseDocument>;
    const found = await model
      .find(filter, { sections: 1, teacherId: 1, termId: 1, archived: 1, externalId: 1 })
      .lean<CourseDocument[]>();
    const wanted = new Set(externalIds);
    return found.flatMap(({ _id, sections, externalId: courseExternalId, teacherId, termId, archived }) =>
      sections.flatMap(({ id: sectionId, externalId }) =>
        externalId !== undefined && wanted.has(externalId)
          ? {
              externalId,
              courseExternalId,
              courseId: _id.toHexString(),
              sectionId,
              teacherId,
              termId,
              archived,
            }
          : [],
      ),
    );
  },
  archivedAmong: async (ids: string[]): Promise<Set<string>> => {
    const found = await model.find({ _id: { $in: ids }, archived: true }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  },
  codesOf: async (ids: string[]): Promise<Map<string, string>> =>
    new Map(
      (await model.find({ _id: { $in: ids } }, { code: 1 }).lean<CourseDocument[]>()).map(
        ({ _id, code }): [string, string] => [_id.toHexString(), code],
      ),
    ),
  /** Codes of courses and names of sections by id. The first section of a course can have the course's id. */
  namesOf: async (ids: string[]): Promise<[string, string][]> => {
    if (ids.length === 0) return [];
    const filter = { $or: [{ _id: { $in: ids } }, { 'sections.id': { $in: ids } }] };
    const found = await model
      .find(filter as QueryFilter<CourseDocument>, { code: 1, sections: 1 })
      .lean<CourseDocument[]>();
    return found.flatMap(({ _id, code, sections }): [string, string][] => [
      [_id.toHexString(), code],
      ...sections.map(({ id, name }): [string, string] => [id, `${code} ${name}`]),
    ]);
  },
  count: (): Promise<number> => model.countDocuments(LIVE),
});
export type ImportedCourses = ReturnType<typeof createImportedCourses>;
