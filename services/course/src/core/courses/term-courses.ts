import type { Model, QueryFilter } from 'mongoose';
import { toCourse, type Course } from './courses.ts';
import type { CourseDocument } from '../../db/models.ts';
import { WITHOUT_COURSE_STATEMENTS } from '../../db/statement-models.ts';

interface TermCounts {
  courses: number;
  active: number;
  archivedWithTerm: number;
}

const ACTIVE = { retired: null };

/** Queries for the courses of terms and units. Deleted courses belong to neither. */
export const createTermCourses = (model: Model<CourseDocument>) => {
  const list = async (filter: object, limit: number): Promise<Course[]> =>
    (
      await model
        .find(filter as QueryFilter<CourseDocument>, { search: 0, ...WITHOUT_COURSE_STATEMENTS })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<CourseDocument[]>()
    ).map(toCourse);
  const countBy = async (filter: object): Promise<Map<string, number>> => {
    const counts = await model.aggregate<{ _id: string; count: number }>([
      { $match: filter },
      { $group: { _id: '$termId', count: { $sum: 1 } } },
    ]);
    return new Map(counts.map(({ _id, count }) => [_id, count]));
  };

  return {
    isUsed: async (filter: { termId: string } | { unitId: string }): Promise<boolean> =>
      (await model.exists(filter)) !== null,
    countsOf: async (ids: string[]): Promise<(termId: string) => TermCounts> => {
      const termId = { $in: ids };
      const [courses, active, archivedWithTerm] = await Promise.all([
        countBy({ termId }),
        countBy({ termId, ...ACTIVE }),
        countBy({ termId, archivedWithTerm: true }),
      ]);
      return (id) => ({
        courses: courses.get(id) ?? 0,
        active: active.get(id) ?? 0,
        archivedWithTerm: archivedWithTerm.get(id) ?? 0,
      });
    },
    listToArchive: (archivedTerms: string[], limit: number) =>
      list({ termId: { $in: archivedTerms }, ...ACTIVE }, limit),
    listToRestore: (archivedTerms: string[], limit: number) =>
      list({ archivedWithTerm: true, termId: { $nin: archivedTerms } }, limit),
    /** Excludes courses that their teachers archived. */
    listToCopy: (termId: string, after: string | undefined, limit: number) =>
      list(
        { termId, $or: [ACTIVE, { archivedWithTerm: true }], ...(after && { _id: { $gt: after } }) },
        limit,
      ),
    findCopy: async (copiedFrom: string, termId: string): Promise<Course | undefined> => {
      const [found] = await list({ copiedFrom, termId }, 1);
      return found;
    },
    countUnpublished: (): Promise<number> =>
      model.countDocuments({ 'outbox.id': { $gt: '' } } as QueryFilter<CourseDocument>),
  };
};
export type TermCourses = ReturnType<typeof createTermCourses>;
