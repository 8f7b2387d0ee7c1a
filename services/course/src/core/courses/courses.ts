import { isDeepStrictEqual } from 'node:util';
import { scopeOfCourse, type Scope } from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { temporarilyUnavailable, type IdempotentRequest } from '@qr-attendance/server';
import {
  isDuplicateKey,
  createIdempotentCreate,
  termsOfSearch,
  toUpdate,
  withoutUndefined,
} from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CourseDocument } from '../../db/models.ts';
import { WITHOUT_COURSE_STATEMENTS } from '../../db/statement-models.ts';
import type { Units } from '../units/units.ts';
import { auditChange, type CourseWrite } from './audit-change.ts';
import { clearableFields } from './clearable-fields.ts';
import type { Course } from './course.ts';
import { isQueryTimeout, MAX_SEARCH_MS, toQuery, toSearch, type CourseFilter } from './course-query.ts';
import { courseTermsOf as termsOf } from './rules/search-terms.ts';
import { type CourseToCreate, newSections } from './new-course.ts';

export type { Course, CourseFilter };

export type CoursePosition = Pick<Course, 'code' | 'id'>;

export interface CoursePage {
  limit: number;
  after?: CoursePosition | undefined;
  search?: string | undefined;
}

export const ALL = 0;

export const toCourse = ({
  _id,
  outbox: _outbox,
  createdBy: _createdBy,
  retired: _retired,
  search: _search,
  staffChanges: _changes,
  statements: _statements,
  sectionStatements: _sectionStatements,
  staffStatements: _staffStatements,
  arriving: _arriving,
  departed: _departed,
  ...fields
}: CourseDocument): Course => ({
  ...fields,
  id: _id.toHexString(),
});
const eventOf = (course: Course, bulk?: boolean) => ({
  ...createEvent(courseChanged, course.id, course),
  ...(bulk && { bulk }),
});

export const courseEventOf = (document: CourseDocument) => eventOf(toCourse(document));

const MAX_STAFF_CHANGES = 200;

type CourseScope = Pick<Course, 'teacherId' | 'staff' | 'unitId'>;

interface Deps {
  committed: () => void;
  clock: () => Date;
  nameOf: (teacherId: string) => Promise<string | undefined>;
  unitStaffOf: Units['staffOf'];
  /** Missing if another entry describes the change, for example that of an import. */
  auditLog?: AuditLog;
}

export const createCourses = (
  model: Model<CourseDocument>,
  { committed, clock, nameOf, unitStaffOf, auditLog }: Deps,
) => {
  const idempotentCreate = createIdempotentCreate(model, clock);

  const refreshTeacherName = async (teacherId: string): Promise<void> => {
    const teacherName = await nameOf(teacherId);
    for (const { _id, version, search, ...course } of await model
      .find({ teacherId })
      .lean<CourseDocument[]>()) {
      const terms = termsOf(course, teacherName);
      if (isDeepStrictEqual(search, terms)) continue;
      // Skips courses that changed since, because each change writes the search terms, too.
      await model.updateOne({ _id, version }, { $set: { search: terms } });
    }
  };
  const withTeacherName = async <Written>(
    teacherId: string,
    write: (teacherName: string | undefined) => Promise<Written>,
  ): Promise<Written> => {
    const teacherName = await nameOf(teacherId);
    const written = await write(teacherName);
    if ((await nameOf(teacherId)) !== teacherName) await refreshTeacherName(teacherId);
    return written;
  };

  return {
    refreshTeacherName,
    create: async (
      teacherId: string,
      { otherSections, sectionExternalId, withSections, staffOf, stated, ...asked }: CourseToCreate,
      once?: IdempotentRequest,
    ): Promise<Course | undefined> => {
      const before = once && (await idempotentCreate.find(teacherId, once));
      if (before) return toCourse(before);
      const _id = new Types.ObjectId();
      const { section } = asked;
      const sections =
        withSections ?? newSections(_id.toHexString(), { section, sectionExternalId, otherSections });
      const staffed = staffOf?.(sections.map(({ id }) => id));
      const staff = staffed?.length ? staffed : undefined;
      const course = {
        ...(withoutUndefined({ ...asked, staff }) as typeof asked & Pick<Course, 'staff'>),
        sections,
      };
      const created: Course = { ...course, id: _id.toHexString(), teacherId, version: 1 };
      const other = await withTeacherName(teacherId, (teacherName) =>
        idempotentCreate.create(
          {
            _id,
            ...course,
            ...stated,
            teacherId,
            version: created.version,
            search: termsOf(created, teacherName),
            outbox: [eventOf(created)],
          },
          once,
        ),
      );
      if (other === 'conflict') return undefined;
      if (other) return toCourse(other);
      committed();
      return created;
    },
    deleteExpiredKeys: idempotentCreate.deleteExpired,
    change: async (changed: Course, write: CourseWrite = {}): Promise<boolean | 'conflict'> => {
      const { bulk = false, staffChanges = [] } = write;
      // Statements about sections and staff are meaningless after the course is deleted.
      const deleted = { sectionStatements: undefined, staffStatements: undefined };
      const stated = toUpdate({ ...write.stated, ...(changed.deleted && deleted) });
      const { id, version } = changed;
      const retired = changed.archived || changed.deleted ? id : undefined;
      const { id: _id, ...fields } = changed;
      const cleared = [
        ...clearableFields.filter((name) => fields[name] === undefined),
        ...(retired ? [] : ['retired']),
        // The idempotency key belongs to the person who created the course, who may no longer be its owner.
        ...(staffChanges.some((one) => one.change === 'handed_over') ? ['createdBy'] : []),
      ];
      try {
        const { matchedCount } = await withTeacherName(changed.teacherId, (teacherName) =>
          model.updateOne(
            { _id: id, version: version - 1 },
            {
              $set: {
                ...withoutUndefined({ ...fields, retired }),
                ...stated.$set,
                search: termsOf(changed, teacherName),
                outbox: [eventOf(changed, bulk)],
              },
              $unset: { ...Object.fromEntries(cleared.map((name) => [name, ''])), ...stated.$unset },
              ...(staffChanges.length > 0 && {
                $push: { staffChanges: { $each: staffChanges, $slice: -MAX_STAFF_CHANGES } },
              }),
            },
          ),
        );
        if (matchedCount === 0) return false;
        committed();
        await auditChange(auditLog, changed, write);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return 'conflict';
        throw error;
      }
    },
    find: async (id: string): Promise<Course | undefined> => {
      const document = await model.findById(id, WITHOUT_COURSE_STATEMENTS).lean<CourseDocument>();
      return document ? toCourse(document) : undefined;
    },
    /** The scopes of courses, including the staff of their units. */
    scopesOf: async (courses: CourseScope[]): Promise<(course: CourseScope) => Scope> => {
      const unitStaff = await unitStaffOf(courses.map(({ unitId }) => unitId));
      return (course) => scopeOfCourse(course, unitStaff(course.unitId));
    },
    list: async (filter: CourseFilter, { limit, after, search }: CoursePage): Promise<Course[]> => {
      const terms = search ? termsOfSearch(search) : undefined;
      if (terms?.length === 0) return [];
      const query: QueryFilter<CourseDocument> = {
        ...toQuery(filter),
        ...(terms && toSearch(terms)),
        // The first condition limits the index scan; the second one is exact.
        ...(after && {
          code: { $gte: after.code },
          $or: [{ code: { $gt: after.code } }, { code: after.code, _id: { $gt: after.id } }],
        }),
      };
      const courseQuery = model
        .find(query, { search: 0, ...WITHOUT_COURSE_STATEMENTS })
        .sort({ code: 1, _id: 1 })
        .limit(limit);
      if (terms) courseQuery.maxTimeMS(MAX_SEARCH_MS);
      try {
        return (await courseQuery.lean<CourseDocument[]>()).map(toCourse);
      } catch (error) {
        if (isQueryTimeout(error)) throw temporarilyUnavailable();
        throw error;
      }
    },
  };
};
export type Courses = ReturnType<typeof createCourses>;
