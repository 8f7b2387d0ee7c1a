import { isDeepStrictEqual } from 'node:util';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import { Types, type AnyBulkWriteOperation, type Model } from 'mongoose';
import type { EnrollmentDocument } from '../db/enrollment-models.ts';
import {
  eventOf,
  lastEndOf,
  sectionOf,
  toEnrollment,
  toMembershipChanged,
  type Enrollment,
} from './enrollment.ts';
import type { Period } from './rules/periods.ts';

/** Reads and writes many enrollments of a course at once. */
export const createEnrollmentBatches = (model: Model<EnrollmentDocument>, committed: () => void) => ({
  findMany: async (courseId: string, studentIds: string[]): Promise<Map<string, Enrollment>> => {
    const documents = await model
      .find({ courseId, studentId: { $in: studentIds } })
      .lean<EnrollmentDocument[]>();
    return new Map(documents.map((document) => [document.studentId, toEnrollment(document)]));
  },
  /** Returns the students whose enrollment was changed concurrently, and therefore not written. */
  writeMany: async (
    courseId: string,
    writes: { studentId: string; enrollment: Enrollment | undefined; periods: Period[] }[],
  ): Promise<Set<string>> => {
    if (writes.length === 0) return new Set();
    const wanted = new Map(
      writes.map(({ studentId, enrollment, periods }) => {
        const id = enrollment?.id ?? new Types.ObjectId().toHexString();
        const version = (enrollment?.version ?? 0) + 1;
        const next = { id, courseId, studentId, periods, sectionId: sectionOf(periods), version };
        return [studentId, { ...next, active: !lastEndOf({ periods }) }];
      }),
    );
    const operations: AnyBulkWriteOperation<EnrollmentDocument>[] = [...wanted.values()].map((next) => {
      const { id, version, active, periods, sectionId, studentId } = next;
      const ended = lastEndOf({ periods })?.how;
      const fields = { active, sectionId, periods, version, outbox: [{ ...eventOf(next), bulk: true }] };
      return version === 1
        ? {
            insertOne: {
              document: {
                ...{ _id: new Types.ObjectId(id), courseId: new Types.ObjectId(courseId), studentId },
                ...{ ...fields, ...(ended && { ended }) },
              },
            },
          }
        : {
            updateOne: {
              filter: { _id: new Types.ObjectId(id), version: version - 1 },
              update: {
                $set: { ...fields, ...(ended && { ended }) },
                ...(ended ? {} : { $unset: { ended: '' } }),
              },
            },
          };
    });
    try {
      const { matchedCount, insertedCount } = await model.bulkWrite(operations, { ordered: false });
      committed();
      if (matchedCount + insertedCount === operations.length) return new Set();
    } catch (error) {
      committed();
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await model
      .find({ courseId, studentId: { $in: [...wanted.keys()] } })
      .lean<EnrollmentDocument[]>();
    for (const document of stored) {
      const next = wanted.get(document.studentId);
      const isWritten =
        next?.version === document.version &&
        isDeepStrictEqual(toMembershipChanged(next), toMembershipChanged(toEnrollment(document)));
      if (isWritten) wanted.delete(document.studentId);
    }
    return new Set(wanted.keys());
  },
});
