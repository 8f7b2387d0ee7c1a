import type {
  AttendanceMarked,
  CourseChanged,
  MembershipChanged,
  TermChanged,
} from '@qr-attendance/contracts/events';
import { createUpsertIfNewer } from '@qr-attendance/messaging/mongo';
import { createBatcher, ttlCache } from '@qr-attendance/server';
import type { Model, QueryFilter } from 'mongoose';
import type {
  CourseDocument,
  CourseMember,
  EnrollmentDocument,
  MarkDocument,
} from '../db/projection-models.ts';
import type { TermDocument } from '../db/timetable-models.ts';

export type Course = Pick<
  CourseChanged,
  'id' | 'name' | 'code' | 'sections' | 'teacherId' | 'staff' | 'unitId' | 'version'
> &
  Required<Pick<CourseChanged, 'sessionDefaults'>> &
  Pick<CourseChanged, 'archived' | 'termId'>;

const toCourse = ({ _id, sessionDefaults = {}, ...fields }: CourseDocument): Course => ({
  ...fields,
  id: _id,
  sessionDefaults,
});

export const createCourses = (model: Model<CourseDocument>) => {
  const upsert = createUpsertIfNewer(model);
  const list = async (filter: QueryFilter<CourseDocument>): Promise<Course[]> =>
    (await model.find(filter).lean<CourseDocument[]>()).map(toCourse);
  return {
    findAll: (ids: string[]): Promise<Course[]> => list({ _id: { $in: ids } }),
    listStaffed: async (userId: string): Promise<Course[]> =>
      (await Promise.all([list({ teacherId: userId }), list({ 'staff.userId': userId })])).flat(),
    idsOfUnits: async (unitIds: string[]): Promise<string[]> =>
      (await model.find({ unitId: { $in: unitIds } }, { _id: 1 }).lean()).map(({ _id }) => _id),
    idsOfTerm: async (termId: string): Promise<string[]> =>
      (await model.find({ termId }, { _id: 1 }).lean()).map(({ _id }) => _id),
    upsert: ({ id, staff = [], unitId = '', sessionDefaults = {}, ...course }: CourseChanged) => {
      const { name, code, sections, teacherId, termId, version } = course;
      const archived = course.archived === true || course.deleted === true;
      return upsert({
        _id: id,
        name,
        code,
        sections,
        teacherId,
        staff,
        unitId,
        sessionDefaults,
        archived,
        termId,
        version,
      });
    },
  };
};
export type Courses = ReturnType<typeof createCourses>;

export const createEnrollments = (model: Model<EnrollmentDocument>) => {
  const upsert = createUpsertIfNewer(model);
  return {
    isEnrolled: async (studentId: string, courseId: string): Promise<boolean> =>
      (await model.exists({ studentId, courseId, active: true })) !== null,
    sectionsOfStudents: async (courseId: string, limit: number): Promise<Map<string, string>> => {
      const documents = await model
        .find({ courseId, active: true }, { studentId: 1, sectionId: 1 })
        .limit(limit)
        .lean<EnrollmentDocument[]>();
      return new Map(documents.map(({ studentId, sectionId }) => [studentId, sectionId]));
    },
    leftSince: async (studentId: string, sectionIds: string[], since: Date): Promise<boolean> => {
      const periods = { $elemMatch: { sectionId: { $in: sectionIds }, ended: { $gt: since } } };
      return (await model.exists({ studentId, periods })) !== null;
    },
    listOf: async (studentId: string): Promise<{ id: string; courseId: string; active: boolean }[]> => {
      const documents = await model.find({ studentId }).sort({ _id: 1 }).lean<EnrollmentDocument[]>();
      return documents.map(({ _id, courseId, active }) => ({ id: _id, courseId, active }));
    },
    /** Everybody who is or was in one of the sections, with all periods in the course. */
    everIn: async (sectionIds: string[]): Promise<CourseMember[]> =>
      model
        .find({ 'periods.sectionId': { $in: sectionIds } }, { _id: 0, courseId: 1, studentId: 1, periods: 1 })
        .lean<CourseMember[]>(),
    sectionOf: async (studentId: string, courseId: string): Promise<string | undefined> =>
      (await model.findOne({ studentId, courseId, active: true }).lean<EnrollmentDocument>())?.sectionId,
    currentOf: async (studentId: string): Promise<{ courseId: string; sectionId: string }[]> => {
      const documents = await model
        .find({ studentId, active: true }, { courseId: 1, sectionId: 1 })
        .lean<EnrollmentDocument[]>();
      return documents.map(({ courseId, sectionId }) => ({ courseId, sectionId }));
    },
    upsert: ({ id, courseId, studentId, active, periods, version }: MembershipChanged) =>
      upsert({
        _id: id,
        courseId,
        studentId,
        active,
        version,
        sectionId: periods.at(-1)?.sectionId ?? courseId,
        periods: periods.flatMap(({ sectionId, began, ended, voided }) =>
          voided
            ? []
            : {
                sectionId,
                began: new Date(began),
                ...(ended !== undefined && { ended: new Date(ended) }),
              },
        ),
      }),
  };
};
export type Enrollments = ReturnType<typeof createEnrollments>;

export const createTerms = (model: Model<TermDocument>) => {
  const upsert = createUpsertIfNewer(model);
  return {
    breaksOf: async (termId: string | null | undefined): Promise<TermDocument['breaks']> => {
      const term = termId ? await model.findById(termId).lean<TermDocument>() : undefined;
      return term?.breaks ?? [];
    },
    breaksByTerm: async (termIds: string[]): Promise<Map<string, TermDocument['breaks']>> => {
      const terms = await model.find({ _id: { $in: termIds } }).lean<TermDocument[]>();
      return new Map(terms.map(({ _id, breaks }) => [_id, breaks]));
    },
    upsert: ({ id, ...term }: TermChanged) => upsert({ _id: id, ...term }),
  };
};
export type Terms = ReturnType<typeof createTerms>;

/** Pages that poll the count every second share one query. */
const CACHE_TTL_MS = 1_000;
const MAX_BATCH = 200;
/** Statuses of students without a mark, or with an undone one. */
const NO_MARK = ['ABSENT', 'WITHDRAWN'];

export const createMarks = (model: Model<MarkDocument>) => {
  const upsert = createUpsertIfNewer(model);
  const count = createBatcher<string, { attended: number }>(async (sessionIds) => {
    const rows = await model.aggregate<{ _id: string; attended: number }>([
      { $match: { sessionId: { $in: sessionIds }, status: { $in: ['PRESENT', 'LATE'] } } },
      { $group: { _id: '$sessionId', attended: { $sum: 1 } } },
    ]);
    const attendedById = new Map(rows.map(({ _id, attended }) => [_id, attended]));
    return sessionIds.map((id) => ({ attended: attendedById.get(id) ?? 0 }));
  }, MAX_BATCH);
  const counts = ttlCache(count, CACHE_TTL_MS);
  return {
    countsOf: async (sessionIds: string[]): Promise<Map<string, number>> =>
      new Map(
        await Promise.all(
          sessionIds.map(async (id) => [id, (await counts.find(id))?.attended ?? 0] as const),
        ),
      ),
    countAmong: async (students: Map<string, string[]>): Promise<Map<string, number>> => {
      const ids = [...students].flatMap(([id, some]) => some.map((studentId) => `${id}-${studentId}`));
      if (ids.length === 0) return new Map();
      const rows = await model.aggregate<{ _id: string; attended: number }>([
        { $match: { _id: { $in: ids }, status: { $in: ['PRESENT', 'LATE'] } } },
        { $group: { _id: '$sessionId', attended: { $sum: 1 } } },
      ]);
      return new Map(rows.map(({ _id, attended }) => [_id, attended]));
    },
    anyIn: async (sessionId: string): Promise<boolean> =>
      (await model.exists({ sessionId, status: { $nin: NO_MARK } })) !== null,
    whichHave: async (sessionIds: string[]): Promise<Set<string>> => {
      if (sessionIds.length === 0) return new Set();
      const filter = { sessionId: { $in: sessionIds }, status: { $nin: NO_MARK } };
      return new Set(await model.distinct('sessionId', filter));
    },
    /** The sessions whose marks prove that they took place, by the same rule as in the attendance service. */
    whichProve: async (sessions: { id: string; startTime: Date }[]): Promise<Set<string>> => {
      if (sessions.length === 0) return new Set();
      const rows = await model.aggregate<{ _id: string; scanned: boolean; decidedAt: Date | null }>([
        { $match: { sessionId: { $in: sessions.map(({ id }) => id) } } },
        { $group: { _id: '$sessionId', scanned: { $max: '$scanned' }, decidedAt: { $max: '$decidedAt' } } },
      ]);
      const marks = new Map(rows.map((row) => [row._id, row]));
      const isProven = ({ id, startTime }: { id: string; startTime: Date }) => {
        const { scanned, decidedAt } = marks.get(id) ?? {};
        return scanned === true || (decidedAt instanceof Date && decidedAt >= startTime);
      };
      return new Set(sessions.filter(isProven).map(({ id }) => id));
    },
    upsert: ({ id, sessionId, status, scanned = false, decidedAt, version }: AttendanceMarked) =>
      upsert({
        _id: id,
        sessionId,
        status,
        scanned,
        version,
        decidedAt: decidedAt === undefined ? null : new Date(decidedAt),
      }),
  };
};
export type Marks = ReturnType<typeof createMarks>;
