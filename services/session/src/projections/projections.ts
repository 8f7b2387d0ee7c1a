import type { AttendanceMarked, CourseChanged, MembershipChanged } from '@qr-attendance/contracts/events';
import { createUpsertIfNewer } from '@qr-attendance/messaging/mongo';
import { createBatcher, ttlCache } from '@qr-attendance/server';
import type { Model } from 'mongoose';
import type { CourseDocument, EnrollmentDocument, MarkDocument } from '../db/models.ts';

/** The fields of a course that sessions need. */
export type Course = Pick<CourseChanged, 'id' | 'name' | 'code' | 'teacherId' | 'version'> &
  // The defaults for its sessions unless the teacher chooses otherwise.
  Required<Pick<CourseChanged, 'sessionDefaults'>> & { archived?: boolean | undefined };

const toCourse = ({ _id, sessionDefaults = {}, ...fields }: CourseDocument): Course => ({
  ...fields,
  id: _id,
  sessionDefaults,
});

/** Courses, as last heard from the course service. */
export const createCourses = (model: Model<CourseDocument>) => {
  const keep = createUpsertIfNewer(model);
  return {
    findAll: async (ids: string[]): Promise<Course[]> => {
      const documents = await model.find({ _id: { $in: ids } }).lean<CourseDocument[]>();
      return documents.map(toCourse);
    },
    learn: ({ id, name, code, teacherId, sessionDefaults = {}, archived = false, version }: CourseChanged) =>
      keep({ _id: id, name, code, teacherId, sessionDefaults, archived, version }),
  };
};
export type Courses = ReturnType<typeof createCourses>;

/** Enrollments, as last heard from the course service. */
export const createEnrollments = (model: Model<EnrollmentDocument>) => {
  const keep = createUpsertIfNewer(model);
  return {
    isEnrolled: async (studentId: string, courseId: string): Promise<boolean> =>
      (await model.exists({ studentId, courseId, active: true })) !== null,
    /** At most `limit` student ids of a course. */
    studentIdsOf: async (courseId: string, limit: number): Promise<string[]> => {
      const documents = await model
        .find({ courseId, active: true }, { studentId: 1 })
        .limit(limit)
        .lean<EnrollmentDocument[]>();
      return documents.map(({ studentId }) => studentId);
    },
    /** Also those that ended. */
    listOf: async (studentId: string): Promise<{ id: string; courseId: string; active: boolean }[]> => {
      const documents = await model.find({ studentId }).sort({ _id: 1 }).lean<EnrollmentDocument[]>();
      return documents.map(({ _id, courseId, active }) => ({ id: _id, courseId, active }));
    },
    courseIdsOf: async (studentId: string): Promise<string[]> => {
      const documents = await model
        .find({ studentId, active: true }, { courseId: 1 })
        .lean<EnrollmentDocument[]>();
      return documents.map(({ courseId }) => courseId);
    },
    learn: ({ id, courseId, studentId, active, version }: MembershipChanged) =>
      keep({ _id: id, courseId, studentId, active, version }),
  };
};
export type Enrollments = ReturnType<typeof createEnrollments>;

/** A count may be so much older than what was heard; pages that look at it every second share one look. */
const REMEMBERED_MS = 1_000;
const SESSIONS_AT_ONCE = 200;

/** Marks, as last heard from the attendance service; one that was corrected counts as what it is now. */
export const createMarks = (model: Model<MarkDocument>) => {
  const keep = createUpsertIfNewer(model);
  const count = createBatcher<string, { attended: number }>(async (sessionIds) => {
    const rows = await model.aggregate<{ _id: string; attended: number }>([
      { $match: { sessionId: { $in: sessionIds }, status: { $in: ['PRESENT', 'LATE'] } } },
      { $group: { _id: '$sessionId', attended: { $sum: 1 } } },
    ]);
    const found = new Map(rows.map(({ _id, attended }) => [_id, attended]));
    return sessionIds.map((id) => ({ attended: found.get(id) ?? 0 }));
  }, SESSIONS_AT_ONCE);
  const counts = ttlCache(count, REMEMBERED_MS);
  return {
    /** Students present, late or not, by session. */
    countsOf: async (sessionIds: string[]): Promise<Map<string, number>> =>
      new Map(
        await Promise.all(
          sessionIds.map(async (id) => [id, (await counts.find(id))?.attended ?? 0] as const),
        ),
      ),
    /** Whether anybody has a mark, also one that counts no more; an absence is none. */
    anyIn: async (sessionId: string): Promise<boolean> =>
      (await model.exists({ sessionId, status: { $ne: 'ABSENT' } })) !== null,
    /** Those of these sessions in which somebody has a mark. */
    whichHave: async (sessionIds: string[]): Promise<Set<string>> =>
      new Set(
        await model.distinct('sessionId', { sessionId: { $in: sessionIds }, status: { $ne: 'ABSENT' } }),
      ),
    learn: ({ id, sessionId, status, version }: AttendanceMarked) =>
      keep({ _id: id, sessionId, status, version }),
  };
};
