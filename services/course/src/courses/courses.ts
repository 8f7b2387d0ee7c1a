import type { NewCourse } from '@qr-attendance/contracts';
import { courseChanged, type CourseChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import type { IdempotentRequest } from '@qr-attendance/server';
import { makeCreateOnce } from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { CourseDocument } from '../db/models.ts';

/** A course as this service keeps it; all of it is told. */
export type Course = CourseChanged;
/** Where a page of courses, in order of code and then id, goes on. */
export type CoursePosition = Pick<Course, 'code' | 'id'>;

/** Which courses a list shows. */
export type CourseFilter = { teacherId: string } | { ids: string[] } | { exceptIds: string[] };

/** As a limit: none, in MongoDB's own way. */
export const ALL = 0;

const toCourse = ({ _id, outbox: _outbox, createdBy: _createdBy, ...fields }: CourseDocument): Course => ({
  ...fields,
  id: _id.toHexString(),
});
const eventOf = (course: Course) => makeEvent(courseChanged, course.id, course);

/** The event that tells of a document's present state. */
export const courseEventOf = (document: CourseDocument) => eventOf(toCourse(document));

const toQuery = (filter: CourseFilter): QueryFilter<CourseDocument> => {
  if ('teacherId' in filter) return { teacherId: filter.teacherId };
  if ('ids' in filter) return { _id: { $in: filter.ids } };
  return { _id: { $nin: filter.exceptIds } };
};

/** Courses in the database; `committed` is told of each write that put an event into the outbox. */
export const makeCourses = (model: Model<CourseDocument>, committed: () => void, clock: () => Date) => {
  const createOnce = makeCreateOnce(model, clock);
  return {
    /**
     * @param once creates nothing when it was sent before. @returns what it created then, as it is now
     * @returns undefined when the teacher already has a course with this code and section
     */
    create: async (
      teacherId: string,
      course: NewCourse,
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
    /** @param changed the course as it is to be, under its next version. @returns false when somebody was quicker */
    change: async (changed: Course): Promise<boolean> => {
      const { id, sessionDefaults, version } = changed;
      const { matchedCount } = await model.updateOne(
        { _id: id, version: version - 1 },
        { $set: { sessionDefaults, version, outbox: [eventOf(changed)] } },
      );
      if (matchedCount > 0) committed();
      return matchedCount > 0;
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
export type Courses = ReturnType<typeof makeCourses>;
