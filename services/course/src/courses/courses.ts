import type { NewCourse } from '@qr-attendance/contracts';
import { courseChanged, type CourseChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import type { IdempotentRequest } from '@qr-attendance/server';
import { isDuplicateKey, makeCreateOnce } from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { CourseDocument } from '../db/models.ts';

/** A course as this service keeps it; all of it is told. */
export type Course = CourseChanged;
/** The position at which a page of courses, sorted by code and then id, continues. */
export type CoursePosition = Pick<Course, 'code' | 'id'>;

/** Which courses a list shows. */
export type CourseFilter = { teacherId: string } | { ids: string[] } | { exceptIds: string[] };

/** As a limit: none, in MongoDB's own way. */
export const ALL = 0;

const toCourse = ({
  _id,
  outbox: _outbox,
  createdBy: _createdBy,
  retired: _retired,
  ...fields
}: CourseDocument): Course => ({
  ...fields,
  id: _id.toHexString(),
});
const eventOf = (course: Course) => makeEvent(courseChanged, course.id, course);

/** The event that tells of a document's present state. */
export const courseEventOf = (document: CourseDocument) => eventOf(toCourse(document));

const toQuery = (filter: CourseFilter): QueryFilter<CourseDocument> => {
  if ('teacherId' in filter) return { teacherId: filter.teacherId };
  if ('ids' in filter) return { _id: { $in: filter.ids }, deleted: { $ne: true } };
  return {
    _id: { $nin: filter.exceptIds },
    archived: { $ne: true },
    deleted: { $ne: true },
    // A course without a mode is open.
    enrollmentMode: { $in: [null, 'OPEN', 'KEY', 'APPROVAL'] },
  };
};

const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Fields that a change may take away. */
const clearable = ['section', 'sessionDefaults', 'archived', 'enrollmentMode', 'mayLeave'] as const;

/** Courses in the database; `committed` is called after each write that put an event into the outbox. */
export const makeCourses = (model: Model<CourseDocument>, committed: () => void, clock: () => Date) => {
  const createOnce = makeCreateOnce(model, clock);
  return {
    /**
     * @param once creates nothing when it was sent before. @returns what it created then, as it is now
     * @returns undefined when the teacher already has a course with this code and section
     */
    create: async (
      teacherId: string,
      course: NewCourse & Pick<Course, 'enrollmentMode'>,
      once?: IdempotentRequest,
    ): Promise<Course | undefined> => {
      const before = once && (await createOnce.find(teacherId, once));
      if (before) return toCourse(before);
      const _id = new Types.ObjectId();
      const created: Course = { ...course, id: _id.toHexString(), teacherId, version: 1 };
      const document = { _id, ...course, teacherId, version: created.version, outbox: [eventOf(created)] };
      const other = await createOnce.create(document, once);
      if (other === 'conflict') return undefined;
      if (other) return toCourse(other);
      committed();
      return created;
    },
    forgetOldKeys: createOnce.forgetOld,
    /**
     * @param changed the course as it is to be, under its next version
     * @returns false when somebody was quicker; 'conflict' when the teacher has another course with this code and section
     */
    change: async (changed: Course): Promise<boolean | 'conflict'> => {
      const { id, version } = changed;
      const retired = changed.archived || changed.deleted ? id : undefined;
      const { id: _id, ...fields } = changed;
      const cleared = [
        ...clearable.filter((name) => fields[name] === undefined),
        ...(retired ? [] : ['retired']),
      ];
      try {
        const { matchedCount } = await model.updateOne(
          { _id: id, version: version - 1 },
          {
            $set: { ...withoutUndefined({ ...fields, retired }), outbox: [eventOf(changed)] },
            $unset: Object.fromEntries(cleared.map((name) => [name, ''])),
          },
        );
        if (matchedCount > 0) committed();
        return matchedCount > 0;
      } catch (error) {
        if (isDuplicateKey(error)) return 'conflict';
        throw error;
      }
    },
    find: async (id: string): Promise<Course | undefined> => {
      const document = await model.findById(id).lean<CourseDocument>();
      return document ? toCourse(document) : undefined;
    },
    /** In order of code and id, from after a position on. */
    list: async (filter: CourseFilter, limit: number, after?: CoursePosition): Promise<Course[]> => {
      const beyond: QueryFilter<CourseDocument> = after
        ? { $or: [{ code: { $gt: after.code } }, { code: after.code, _id: { $gt: after.id } }] }
        : {};
      const documents = await model
        .find({ $and: [toQuery(filter), beyond] })
        .sort({ code: 1, _id: 1 })
        .limit(limit)
        .lean<CourseDocument[]>();
      return documents.map(toCourse);
    },
  };
};
