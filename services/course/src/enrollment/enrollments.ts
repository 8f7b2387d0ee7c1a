import type { enrollmentEndSchema } from '@qr-attendance/contracts';
import { enrollmentChanged, type EnrollmentChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import { Types, type Model } from 'mongoose';
import type { z } from 'zod';
import type { EnrollmentDocument } from '../db/models.ts';

/** One student's place in one course. */
export type Enrollment = Omit<EnrollmentChanged, 'enrolledAt' | 'endedAt'> & {
  enrolledAt: Date;
  endedAt?: Date | undefined;
};

type EnrollmentEnd = z.output<typeof enrollmentEndSchema>;
const REACTIVATED_AT_ONCE = 100;

/** What the rest of the system learns of an enrollment. */
export const toEnrollmentChanged = ({ endedAt, ...enrollment }: Enrollment): EnrollmentChanged => ({
  ...enrollment,
  enrolledAt: enrollment.enrolledAt.toISOString(),
  ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
});

const toEnrollment = ({
  _id,
  courseId,
  outbox: _outbox,
  ended,
  endedAt,
  ...fields
}: EnrollmentDocument): Enrollment => ({
  ...fields,
  id: _id.toHexString(),
  courseId: courseId.toHexString(),
  ...(!fields.active && ended ? { ended, endedAt } : {}),
});
const eventOf = (enrollment: Enrollment) =>
  makeEvent(enrollmentChanged, enrollment.id, toEnrollmentChanged(enrollment));

/** The event that tells of a document's present state. */
export const enrollmentEventOf = (document: EnrollmentDocument) => eventOf(toEnrollment(document));

/** Enrollments in the database; `committed` is called after each write that put an event into the outbox. */
export const makeEnrollments = (model: Model<EnrollmentDocument>, committed: () => void) => {
  /** @param next the enrollment as it is to be, under its next version. @returns false when somebody was quicker */
  const replace = async (next: Enrollment): Promise<boolean> => {
    const { active, enrolledAt, ended, endedAt, version } = next;
    const { matchedCount } = await model.updateOne(
      { _id: next.id, version: version - 1 },
      {
        $set: { active, enrolledAt, version, outbox: [eventOf(next)], ...(active ? {} : { ended, endedAt }) },
        ...(active ? { $unset: { ended: '', endedAt: '' } } : {}),
      },
    );
    if (matchedCount > 0) committed();
    return matchedCount > 0;
  };
  return {
    find: async (courseId: string, studentId: string): Promise<Enrollment | undefined> => {
      const document = await model.findOne({ courseId, studentId }).lean<EnrollmentDocument>();
      return document ? toEnrollment(document) : undefined;
    },
    /** Does nothing when the student is enrolled already; the unique index decides between simultaneous calls. */
    create: async (courseId: string, studentId: string, enrolledAt: Date): Promise<void> => {
      const _id = new Types.ObjectId();
      const fields = { courseId, studentId, active: true, enrolledAt, version: 1 };
      try {
        await model.create({ _id, ...fields, outbox: [eventOf({ id: _id.toHexString(), ...fields })] });
        committed();
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    /** Makes an inactive enrollment active again. @returns false when somebody else just changed it */
    begin: ({ ended: _ended, endedAt: _endedAt, ...enrollment }: Enrollment, enrolledAt: Date) =>
      replace({ ...enrollment, active: true, enrolledAt, version: enrollment.version + 1 }),
    /** Ends an enrollment, or says another reason for its end. @returns false when somebody else just changed it */
    end: (enrollment: Enrollment, ended: EnrollmentEnd, endedAt: Date) =>
      replace({ ...enrollment, active: false, ended, endedAt, version: enrollment.version + 1 }),
    /** Those in a course, in the order in which they first enrolled. */
    listActive: async (courseId: string): Promise<Enrollment[]> => {
      const documents = await model
        .find({ courseId, active: true })
        .sort({ _id: 1 })
        .lean<EnrollmentDocument[]>();
      return documents.map(toEnrollment);
    },
    /** Those no longer in a course, in the order in which they first enrolled. @param after id of the last one seen */
    listEnded: async (courseId: string, limit: number, after?: string): Promise<Enrollment[]> => {
      const documents = await model
        .find({ courseId, active: false, ...(after ? { _id: { $gt: after } } : {}) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<EnrollmentDocument[]>();
      return documents.map(toEnrollment);
    },
    /** Those of removed students that are active all the same, some at a time. */
    listReactivated: async (): Promise<Enrollment[]> => {
      const documents = await model
        .find({ ended: 'REMOVED', active: true })
        .limit(REACTIVATED_AT_ONCE)
        .lean<EnrollmentDocument[]>();
      return documents.map(toEnrollment);
    },
    /** Also those that ended; in the order in which they began. */
    listOf: async (studentId: string): Promise<Enrollment[]> => {
      const documents = await model.find({ studentId }).sort({ _id: 1 }).lean<EnrollmentDocument[]>();
      return documents.map(toEnrollment);
    },
    courseIdsOf: async (studentId: string): Promise<string[]> => {
      const documents = await model
        .find({ studentId, active: true }, { courseId: 1 })
        .lean<Pick<EnrollmentDocument, 'courseId'>[]>();
      return documents.map(({ courseId }) => courseId.toHexString());
    },
    /** Courses in which a student can't enroll: those that the student is in, and those that a teacher removed them from. */
    closedCourseIdsOf: async (studentId: string): Promise<string[]> => {
      const documents = await model
        .find({ studentId, $or: [{ active: true }, { ended: 'REMOVED' }] }, { courseId: 1 })
        .lean<Pick<EnrollmentDocument, 'courseId'>[]>();
      return documents.map(({ courseId }) => courseId.toHexString());
    },
    /** Ids of the enrolled, by course. */
    studentIdsOf: async (courseIds: string[]): Promise<Map<string, string[]>> => {
      const documents = await model
        .find({ courseId: { $in: courseIds }, active: true }, { courseId: 1, studentId: 1 })
        .sort({ _id: 1 })
        .lean<Pick<EnrollmentDocument, 'courseId' | 'studentId'>[]>();
      const byCourse = Map.groupBy(documents, ({ courseId }) => courseId.toHexString());
      return new Map([...byCourse].map(([id, rows]) => [id, rows.map(({ studentId }) => studentId)]));
    },
    /** Numbers of the enrolled, by course; a course without any is not in it. */
    countsOf: async (courseIds: string[]): Promise<Map<string, number>> => {
      const rows = await model.aggregate<{ _id: Types.ObjectId; count: number }>([
        { $match: { courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) }, active: true } },
        { $group: { _id: '$courseId', count: { $sum: 1 } } },
      ]);
      return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
    },
  };
};
export type Enrollments = ReturnType<typeof makeEnrollments>;
