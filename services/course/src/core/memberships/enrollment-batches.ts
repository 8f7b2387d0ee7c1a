import { isDeepStrictEqual } from 'node:util';
import { isDuplicateKey, toUpdate, withoutUndefined, writeUnversioned } from '@qr-attendance/server/mongo';
import { isStatedBy } from '@qr-attendance/statements';
import { Types, type AnyBulkWriteOperation, type Model } from 'mongoose';
import type { EnrollmentDocument, MembershipStatements, Period } from '../../db/enrollment-models.ts';
import {
  membershipStateOf,
  toEnrollment,
  toMembershipChanged,
  toStored,
  type Enrollment,
} from './enrollment-standing.ts';

/** Maximum number of courses that are read individually. */
const MAX_FINDS = 5;

export const createEnrollmentBatches = (
  model: Model<EnrollmentDocument>,
  committed: () => void,
  clock: () => Date,
) => ({
  findMany: async (courseId: string, studentIds: string[]): Promise<Map<string, Enrollment>> => {
    const documents = await model
      .find({ courseId, studentId: { $in: studentIds } })
      .lean<EnrollmentDocument[]>();
    const now = clock();
    return new Map(documents.map((document) => [document.studentId, toEnrollment(document, now)]));
  },
  findStated: async (
    wanted: Pick<Enrollment, 'courseId' | 'studentId'>[],
  ): Promise<{ enrollment: Enrollment; statements: MembershipStatements }[]> => {
    const keyOf = ({ courseId, studentId }: (typeof wanted)[number]) => `${courseId} ${studentId}`;
    const keys = new Set(wanted.map(keyOf));
    const byCourse = Map.groupBy(wanted, ({ courseId }) => courseId);
    const courseIds = [...byCourse.keys()];
    const find = (courseId: string | { $in: string[] }, some: typeof wanted) =>
      model
        .find(
          { courseId, studentId: { $in: [...new Set(some.map(({ studentId }) => studentId))] } },
          { outbox: 0 },
        )
        // One answer has all documents and ends the cursor; by default, it has at most 101.
        .batchSize(some.length + 1)
        .lean<EnrollmentDocument[]>();
    // The embedded server uses the index only for a single course.
    const foundDocuments = await (courseIds.length > MAX_FINDS
      ? find({ $in: courseIds }, wanted)
      : Promise.all([...byCourse].map(([courseId, some]) => find(courseId, some))));
    const documents = foundDocuments.flat();
    const now = clock();
    return documents.flatMap((document) => {
      const enrollment = toEnrollment(document, now);
      return keys.has(keyOf(enrollment)) ? { enrollment, statements: document.statements ?? {} } : [];
    });
  },
  findStatements: async (
    courseId: string,
    studentIds: string[],
  ): Promise<Map<string, MembershipStatements>> => {
    const documents = await model
      .find({ courseId, studentId: { $in: studentIds } }, { studentId: 1, statements: 1 })
      .lean<EnrollmentDocument[]>();
    return new Map(documents.map(({ studentId, statements = {} }) => [studentId, statements]));
  },
  listSectionIds: async (courseId: string): Promise<Set<string>> => {
    const documents = await model.find({ courseId }, { periods: 1 }).lean<EnrollmentDocument[]>();
    const periods = documents.flatMap((document) => document.periods);
    return new Set(periods.flatMap(({ sectionId, voided }) => (voided ? [] : sectionId)));
  },
  /** Students with a counting period in a section, or with a statement about it. */
  listStudentsIn: async (courseId: string, sectionId: string): Promise<string[]> => {
    const documents = await model
      .find(
        { courseId, 'periods.sectionId': sectionId, aside: { $exists: false } },
        { studentId: 1, periods: 1, statements: 1 },
      )
      .lean<EnrollmentDocument[]>();
    return documents
      .filter(
        ({ periods, statements = {} }) =>
          sectionId in statements || periods.some((one) => one.sectionId === sectionId && !one.voided),
      )
      .map(({ studentId }) => studentId);
  },
  listStated: async (
    courseId: string,
    source: string,
  ): Promise<{ studentId: string; sectionId: string }[]> => {
    const documents = await model
      // Excludes merged records, whose statements the kept record has.
      .find(
        { courseId, statements: { $exists: true }, aside: { $exists: false } },
        { studentId: 1, statements: 1 },
      )
      .lean<EnrollmentDocument[]>();
    return documents.flatMap(({ studentId, statements = {} }) =>
      Object.entries(statements).flatMap(([sectionId, ledger]) =>
        isStatedBy(ledger, source) ? { studentId, sectionId } : [],
      ),
    );
  },
  /**
   * Writes statements that change no period, so nothing is published.
   * @returns the ids of enrollments that have changed since they were read
   */
  writeStatements: (
    writes: { enrollment: Enrollment; statements: MembershipStatements }[],
  ): Promise<Set<string>> =>
    writeUnversioned(
      model,
      writes.map(({ enrollment: { id, version }, statements }) => ({
        _id: new Types.ObjectId(id),
        version,
        fields: { statements },
      })),
    ),
  removeStatements: async (studentId: string): Promise<void> => {
    await model.updateMany({ studentId, statements: { $exists: true } }, { $unset: { statements: '' } });
  },
  /** @returns the students whose enrollment was changed concurrently and therefore not written */
  writeMany: async (
    courseId: string,
    writes: {
      studentId: string;
      enrollment: Enrollment | undefined;
      periods: Period[];
      statements?: MembershipStatements;
    }[],
  ): Promise<Set<string>> => {
    if (writes.length === 0) return new Set();
    const now = clock();
    const statementsOf = new Map(writes.map(({ studentId, statements }) => [studentId, statements]));
    const wanted = new Map(
      writes.map(({ studentId, enrollment, periods }) => {
        const id = enrollment?.id ?? new Types.ObjectId().toHexString();
        const version = (enrollment?.version ?? 0) + 1;
        const next = { id, courseId, studentId, periods, version, aside: enrollment?.aside };
        return [studentId, { ...next, ...membershipStateOf(periods, now) }];
      }),
    );
    const operations: AnyBulkWriteOperation<EnrollmentDocument>[] = [...wanted.values()].map((next) => {
      const { id, version, studentId } = next;
      const _id = new Types.ObjectId(id);
      const key = { _id, courseId: new Types.ObjectId(courseId), studentId };
      const { active, sectionId, periods, outbox, ...optional } = toStored(next, { bulk: true });
      const statements = statementsOf.get(studentId);
      const fields = { active, sectionId, periods, outbox, ...(statements && { statements }) };
      return version === 1
        ? { insertOne: { document: { ...key, ...fields, ...withoutUndefined(optional), version } } }
        : {
            updateOne: {
              filter: { _id, version: version - 1 },
              update: toUpdate({ ...fields, ...optional }),
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
        isDeepStrictEqual(toMembershipChanged(next), toMembershipChanged(toEnrollment(document, now)));
      if (isWritten) wanted.delete(document.studentId);
    }
    return new Set(wanted.keys());
  },
});
