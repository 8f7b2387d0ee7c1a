import { enrollmentChanged, type EnrollmentChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import { Types, type Model } from 'mongoose';
import type { EnrollmentDocument } from '../db/models.ts';

/** One student's place in one course. */
export type Enrollment = Omit<EnrollmentChanged, 'enrolledAt'> & { enrolledAt: Date };

/** What the rest of the system learns of an enrollment. */
export const toEnrollmentChanged = (enrollment: Enrollment): EnrollmentChanged => ({
  ...enrollment,
  enrolledAt: enrollment.enrolledAt.toISOString(),
});

const toEnrollment = ({ _id, courseId, outbox: _outbox, ...fields }: EnrollmentDocument): Enrollment => ({
  ...fields,
  id: _id.toHexString(),
  courseId: courseId.toHexString(),
});
const eventOf = (enrollment: Enrollment) =>
  makeEvent(enrollmentChanged, enrollment.id, toEnrollmentChanged(enrollment));

/** The event that tells of a document's present state. */
export const enrollmentEventOf = (document: EnrollmentDocument) => eventOf(toEnrollment(document));

/** Enrollments in the database; `committed` is told of each write that put an event into the outbox. */
export const makeEnrollments = (model: Model<EnrollmentDocument>, committed: () => void) => ({
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
  /** Makes an inactive enrollment active again, unless somebody else just changed it. */
  reactivate: async (enrollment: Enrollment, enrolledAt: Date): Promise<void> => {
    const next: Enrollment = { ...enrollment, active: true, enrolledAt, version: enrollment.version + 1 };
    await model.updateOne(
      { _id: enrollment.id, version: enrollment.version },
      { $set: { active: true, enrolledAt, version: next.version, outbox: [eventOf(next)] } },
    );
    committed();
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
});
export type Enrollments = ReturnType<typeof makeEnrollments>;
