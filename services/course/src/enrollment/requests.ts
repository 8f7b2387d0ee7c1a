import {
  ENROLLMENT_REQUEST_DAYS,
  ENROLLMENT_REQUESTS_OF_COURSE,
  ENROLLMENT_REQUESTS_OF_STUDENT,
  type EnrollmentRequestState,
} from '@qr-attendance/contracts';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import { Types, type Model } from 'mongoose';
import type { EnrollmentRequestDocument } from '../db/models.ts';

/** One student's wish to be let into one course. */
export interface EnrollmentRequest {
  id: string;
  courseId: string;
  studentId: string;
  state: EnrollmentRequestState;
  requestedAt: Date;
}

const LASTS_MS = ENROLLMENT_REQUEST_DAYS * 86_400_000;

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
 * Requests to be let into courses, in a collection of their own: nobody else hears of who is not in a course. The database
 * removes them some time after they expire; until then they count no more.
 */
export const createEnrollmentRequests = (model: Model<EnrollmentRequestDocument>, clock: () => Date) => {
  const alive = () => ({ expiresAt: { $gt: clock() } });
  const isOver = async (filter: object, most: number) =>
    (await model.countDocuments({ ...filter, ...alive() }, { limit: most + 1 })) > most;
  return {
    find: async (courseId: string, studentId: string): Promise<EnrollmentRequest | undefined> => {
      const found = await model
        .findOne({ courseId, studentId, ...alive() })
        .lean<EnrollmentRequestDocument>();
      return found ? toRequest(found) : undefined;
    },
    /**
     * Keeps a request unless there are too many. It is written before it is counted, so that of many at once none slips
     * through; one too many is taken back.
     */
    add: async (
      courseId: string,
      studentId: string,
    ): Promise<'added' | 'too many of student' | 'too many of course'> => {
      // An expired request is replaced.
      await model.deleteOne({ courseId, studentId, expiresAt: { $lte: clock() } });
      const [_id, requestedAt] = [new Types.ObjectId(), clock()];
      const expiresAt = new Date(requestedAt.getTime() + LASTS_MS);
      try {
        await model.create({ _id, courseId, studentId, state: 'WAITING', requestedAt, expiresAt });
      } catch (error) {
        // The same student asked at the same time.
        if (isDuplicateKey(error)) return 'added';
        throw error;
      }
      const [tooManyOfStudent, tooManyOfCourse] = await Promise.all([
        isOver({ studentId }, ENROLLMENT_REQUESTS_OF_STUDENT),
        isOver({ courseId, state: 'WAITING' }, ENROLLMENT_REQUESTS_OF_COURSE),
      ]);
      if (!tooManyOfStudent && !tooManyOfCourse) return 'added';
      await model.deleteOne({ _id });
      return tooManyOfStudent ? 'too many of student' : 'too many of course';
    },
    /** Those that wait, in the order in which they came. @param after id of the last one seen */
    listWaiting: async (courseId: string, limit: number, after?: string): Promise<EnrollmentRequest[]> => {
      const found = await model
        .find({ courseId, state: 'WAITING', ...alive(), ...(after ? { _id: { $gt: after } } : {}) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<EnrollmentRequestDocument[]>();
      return found.map(toRequest);
    },
    /** Returns those of these students who have a pending request. */
    whoWaits: async (courseId: string, studentIds: string[]): Promise<string[]> => {
      const found = await model
        .find({ courseId, studentId: { $in: studentIds }, state: 'WAITING', ...alive() }, { studentId: 1 })
        .lean<Pick<EnrollmentRequestDocument, 'studentId'>[]>();
      return found.map(({ studentId }) => studentId);
    },
    /** A declined request stays until it would have expired anyway: it can't be made again at once. */
    decline: async (courseId: string, studentIds: string[]): Promise<void> => {
      await model.updateMany(
        { courseId, studentId: { $in: studentIds }, state: 'WAITING', ...alive() },
        { $set: { state: 'DECLINED', expiresAt: new Date(clock().getTime() + LASTS_MS) } },
      );
    },
    withdraw: async (courseId: string, studentId: string): Promise<void> => {
      await model.deleteOne({ courseId, studentId, state: 'WAITING' });
    },
    /** For students who are in the course by now, however they joined. */
    remove: async (courseId: string, studentId: string): Promise<void> => {
      await model.deleteOne({ courseId, studentId });
    },
    removeOfCourse: async (courseId: string): Promise<void> => {
      await model.deleteMany({ courseId });
    },
    removeOfStudent: async (studentId: string): Promise<void> => {
      await model.deleteMany({ studentId });
    },
    /** All of a student's, in the order in which they were made. */
    listOf: async (studentId: string): Promise<EnrollmentRequest[]> => {
      const found = await model
        .find({ studentId, ...alive() })
        .sort({ _id: 1 })
        .lean<EnrollmentRequestDocument[]>();
      return found.map(toRequest);
    },
    /** Numbers of those that wait, by course; a course without any is not in it. */
    countsOf: async (courseIds: string[]): Promise<Map<string, number>> => {
      const rows = await model.aggregate<{ _id: Types.ObjectId; count: number }>([
        {
          $match: {
            courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) },
            state: 'WAITING',
            ...alive(),
          },
        },
        { $group: { _id: '$courseId', count: { $sum: 1 } } },
      ]);
      return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
    },
  };
};
