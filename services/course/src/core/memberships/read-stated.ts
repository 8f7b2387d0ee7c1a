import { ledgerWithLastRuns } from '@qr-attendance/server/mongo';
import { Types, type Model } from 'mongoose';
import type { EnrollmentDocument, MembershipStatements } from '../../db/enrollment-models.ts';
import { type Enrollment, toEnrollment } from './enrollment-standing.ts';

export interface StatedEnrollment {
  enrollment: Enrollment;
  statements: MembershipStatements;
}

type Row = Pick<EnrollmentDocument, '_id' | 'courseId' | 'studentId' | 'periods' | 'version'> & {
  statements: { k: string; v: MembershipStatements[string] }[];
};

const BATCH = 200;

export const createReadStated = (model: Model<EnrollmentDocument>, clock: () => Date) => ({
  /**
   * Reads the memberships of a course in the order of the first enrollment, without merged records.
   * @param from the id of the first enrollment to return
   */
  async *readStated(
    courseId: string,
    { from, studentIds }: { from?: string | undefined; studentIds?: string[] | undefined },
  ): AsyncGenerator<StatedEnrollment> {
    const rows = model
      .aggregate<Row>([
        {
          $match: {
            courseId: new Types.ObjectId(courseId),
            aside: { $exists: false },
            ...(from !== undefined && { _id: { $gte: new Types.ObjectId(from) } }),
            ...(studentIds && { studentId: { $in: studentIds } }),
          },
        },
        { $sort: { _id: 1 } },
        {
          $project: {
            courseId: 1,
            studentId: 1,
            periods: 1,
            version: 1,
            statements: {
              $map: {
                input: { $objectToArray: { $ifNull: ['$statements', {}] } },
                as: 'stated',
                in: {
                  k: '$$stated.k',
                  v: ledgerWithLastRuns('$$stated.v'),
                },
              },
            },
          },
        },
      ])
      .cursor<Row>({ batchSize: BATCH });
    const now = clock();
    for await (const { statements, ...document } of rows)
      yield {
        enrollment: toEnrollment(document as EnrollmentDocument, now),
        statements: Object.fromEntries(statements.map(({ k, v }) => [k, v])),
      };
  },
});
