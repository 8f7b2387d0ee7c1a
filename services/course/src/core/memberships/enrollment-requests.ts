import { ENROLLMENT_REQUEST_DAYS, type EnrollmentRequestState } from '@qr-attendance/contracts';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import { Types, type Model } from 'mongoose';
import type { EnrollmentRequestDocument } from '../../db/models.ts';
import { hasTooManyRequests, isRequestedTooOften } from './request-limits.ts';

export interface EnrollmentRequest {
  id: string;
  courseId: string;
  studentId: string;
  state: EnrollmentRequestState;
  sectionId?: string | undefined;
  requestedAt: Date;
}

const ALL = 0;
const TTL_MS = ENROLLMENT_REQUEST_DAYS * 86_400_000;

const toRequest = ({
  _id,
  courseId,
  expiresAt: _expiresAt,
  ...fields
}: EnrollmentRequestDocument): EnrollmentRequest => ({
  ...fields,
  id: _id.toHexString(),
  courseId: courseId.toHexString(),
});

/**
 * Requests are in a separate collection and are not published, because they concern people outside of the
 * course. The database deletes them some time after they expire; until then they are ignored.
 */
export const createEnrollmentRequests = (model: Model<EnrollmentRequestDocument>, clock: () => Date) => {
  const notExpired = () => ({ expiresAt: { $gt: clock() } });
  const list = async (filter: object, limit = ALL): Promise<EnrollmentRequest[]> => {
    const found = await model
      .find({ ...filter, ...notExpired() })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<EnrollmentRequestDocument[]>();
    return found.map(toRequest);
  };
  return {
    find: async (courseId: string, studentId: string): Promise<EnrollmentRequest | undefined> => {
      const found = await model
        .findOne({ courseId, studentId, ...notExpired() })
        .lean<EnrollmentRequestDocument>();
      return found ? toRequest(found) : undefined;
    },
    /**
     * Writes the request before counting, so that concurrent requests cannot exceed a limit; an excess one is
     * deleted again.
     */
    add: async (
      courseId: string,
      studentId: string,
      sectionId?: string,
    ): Promise<'added' | 'too many of student' | 'too many of course'> => {
      await model.deleteOne({ courseId, studentId, expiresAt: { $lte: clock() } });
      const [_id, requestedAt] = [new Types.ObjectId(), clock()];
      const expiresAt = new Date(requestedAt.getTime() + TTL_MS);
      try {
        await model.create({ _id, courseId, studentId, state: 'WAITING', sectionId, requestedAt, expiresAt });
      } catch (error) {
        // The same student sent a concurrent request.
        if (isDuplicateKey(error)) return 'added';
        throw error;
      }
      const [tooManyOfStudent, tooManyOfCourse] = await Promise.all([
        hasTooManyRequests(model, studentId, clock()),
        isRequestedTooOften(model, courseId, clock()),
      ]);
      if (!tooManyOfStudent && !tooManyOfCourse) return 'added';
      await model.deleteOne({ _id });
      return tooManyOfStudent ? 'too many of student' : 'too many of course';
    },
    listWaiting: (courseId: string, limit: number, after?: string): Promise<EnrollmentRequest[]> =>
      list({ courseId, state: 'WAITING', ...(after ? { _id: { $gt: after } } : {}) }, limit),
    findWaiting: (courseId: string, studentIds: string[]): Promise<EnrollmentRequest[]> =>
      list({ courseId, studentId: { $in: studentIds }, state: 'WAITING' }),
    /** A declined request is kept until it expires, so that it cannot be repeated at once. */
    decline: async (courseId: string, studentIds: string[]): Promise<void> => {
      await model.updateMany(
        { courseId, studentId: { $in: studentIds }, state: 'WAITING', ...notExpired() },
        { $set: { state: 'DECLINED', expiresAt: new Date(clock().getTime() + TTL_MS) } },
      );
    },
    withdraw: async (courseId: string, studentId: string): Promise<void> => {
      await model.deleteOne({ courseId, studentId, state: 'WAITING' });
    },
    remove: async (courseId: string, studentIds: string[]): Promise<void> => {
      await model.deleteMany({ courseId, studentId: { $in: studentIds } });
    },
    /** Moves the requests of a merged student; requests of the kept student take precedence. */
    moveOf: async (studentId: string, into: string): Promise<void> => {
      for (const { _id } of await model.find({ studentId }, { _id: 1 }).lean()) {
        try {
          await model.updateOne({ _id }, { $set: { studentId: into } });
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          await model.deleteOne({ _id });
        }
      }
    },
    removeOfCourse: async (courseId: string): Promise<void> => {
      await model.deleteMany({ courseId });
    },
    removeOfStudent: async (studentId: string): Promise<void> => {
      await model.deleteMany({ studentId });
    },
    listOf: (studentId: string): Promise<EnrollmentRequest[]> => list({ studentId }),
    countsOf: async (courseIds: string[]): Promise<Map<string, number>> => {
      if (courseIds.length === 0) return new Map();
      const rows = await model.aggregate<{ _id: Types.ObjectId; count: number }>([
        {
          $match: {
            courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) },
            state: 'WAITING',
            ...notExpired(),
          },
        },
        { $group: { _id: '$courseId', count: { $sum: 1 } } },
      ]);
      return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
    },
  };
};
export type EnrollmentRequests = ReturnType<typeof createEnrollmentRequests>;
