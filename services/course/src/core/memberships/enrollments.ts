import { isDuplicateKey, toUpdate, withoutUndefined } from '@qr-attendance/server/mongo';
import { Types, type Model, type QueryFilter } from 'mongoose';
import type { MergedMembership, EnrollmentDocument, Period } from '../../db/enrollment-models.ts';
import { createEnrollmentBatches } from './enrollment-batches.ts';
import { createReadStated } from './read-stated.ts';
import { membershipStateOf, toEnrollment, toStored, type Enrollment } from './enrollment-standing.ts';
import {
  beginPeriod,
  endPeriod,
  isAlreadyEnded,
  movePeriod,
  resumePeriod,
  voidPeriod,
  type PeriodEnd,
  type PeriodStart,
  type SectionMove,
} from './rules/periods.ts';

const ALL = 0;

export const createEnrollments = (
  model: Model<EnrollmentDocument>,
  committed: () => void,
  clock: () => Date,
) => {
  const replacePeriods = async (
    enrollment: Enrollment,
    periods: Period[],
    aside: MergedMembership | undefined = enrollment.aside,
  ): Promise<boolean> => {
    const { id, courseId, studentId, version } = enrollment;
    const key = { id, courseId, studentId, version: version + 1 };
    const next = { ...key, periods, aside, ...membershipStateOf(periods, clock()) };
    const { matchedCount } = await model.updateOne({ _id: id, version }, toUpdate(toStored(next)));
    if (matchedCount > 0) committed();
    return matchedCount > 0;
  };
  const list = async (filter: QueryFilter<EnrollmentDocument>, limit = ALL): Promise<Enrollment[]> => {
    const documents = await model.find(filter).sort({ _id: 1 }).limit(limit).lean<EnrollmentDocument[]>();
    const now = clock();
    return documents.map((document) => toEnrollment(document, now));
  };
  const listCourseIds = async (filter: QueryFilter<EnrollmentDocument>): Promise<string[]> =>
    (await model.find(filter, { courseId: 1 }).lean<EnrollmentDocument[]>()).map(({ courseId }) =>
      courseId.toHexString(),
    );
  const countBy = async (
    field: 'courseId' | 'sectionId',
    courseIds: string[],
  ): Promise<Map<string, number>> => {
    if (courseIds.length === 0) return new Map();
    const rows = await model.aggregate<{ _id: Types.ObjectId | string; count: number }>([
      { $match: { courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) }, active: true } },
      { $group: { _id: `$${field}`, count: { $sum: 1 } } },
    ]);
    return new Map(rows.map(({ _id, count }) => [String(_id), count]));
  };
  return {
    countActive: (): Promise<number> => model.countDocuments({ active: true }),
    countUnpublished: (): Promise<number> =>
      model.countDocuments({ 'outbox.id': { $gt: '' } } as QueryFilter<EnrollmentDocument>),
    find: async (courseId: string, studentId: string): Promise<Enrollment | undefined> => {
      const document = await model.findOne({ courseId, studentId }).lean<EnrollmentDocument>();
      return document ? toEnrollment(document, clock()) : undefined;
    },
    /** The unique index decides between concurrent calls; an existing enrollment stays unchanged. */
    create: async (
      { courseId, studentId, ...joining }: PeriodStart & { courseId: string; studentId: string },
      now: Date,
    ): Promise<boolean> => {
      const _id = new Types.ObjectId();
      const periods = beginPeriod([], joining, now);
      const key = { id: _id.toHexString(), courseId, studentId, version: 1 };
      const stored = toStored({ ...key, periods, ...membershipStateOf(periods, now) });
      try {
        await model.create({ _id, courseId, studentId, ...withoutUndefined(stored) });
        committed();
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    begin: (enrollment: Enrollment, joining: PeriodStart, now: Date) =>
      replacePeriods(enrollment, beginPeriod(enrollment.periods, joining, now)),
    /** Enrolls a student who returns to the course. */
    resume: (enrollment: Enrollment, joining: PeriodStart, now: Date) =>
      replacePeriods(enrollment, resumePeriod(enrollment.periods, enrollment.studentId, joining, now)),
    move: (enrollment: Enrollment, move: SectionMove, now: Date) =>
      replacePeriods(enrollment, movePeriod(enrollment.periods, enrollment.shown, move, now)),
    end: async (enrollment: Enrollment, ending: PeriodEnd, now: Date): Promise<boolean> =>
      isAlreadyEnded(enrollment.periods, ending, now) ||
      replacePeriods(enrollment, endPeriod(enrollment.periods, ending, now)),
    /** Disables an enrollment whose student was merged into another person, who now has its periods. */
    setAside: async (
      enrollment: Enrollment,
      { into, lent }: Pick<MergedMembership, 'into' | 'lent'>,
      now: Date,
    ): Promise<boolean> => {
      const { periods } = enrollment;
      const aside = { into, periods, ...(lent?.length && { lent }) };
      return replacePeriods(
        enrollment,
        periods.flatMap((period) => (period.voided ? period : voidPeriod(period, now))),
        aside,
      );
    },
    /** Enables an enrollment after the merge was undone. Periods added since then are kept. */
    takeBack: async (enrollment: Enrollment): Promise<boolean> => {
      const { aside, periods, ...others } = enrollment;
      if (!aside) return true;
      return replacePeriods({ ...others, periods }, [
        ...aside.periods,
        ...periods.slice(aside.periods.length),
      ]);
    },
    backdate: async (enrollment: Enrollment, began: Date): Promise<boolean> => {
      const [first, ...later] = enrollment.periods;
      if (!first || first.began <= began) return true;
      return replacePeriods(enrollment, [{ ...first, began }, ...later]);
    },
    ...createEnrollmentBatches(model, committed, clock),
    ...createReadStated(model, clock),
    listActive: (courseId: string): Promise<Enrollment[]> => list({ courseId, active: true }),
    listOpen: (courseId: string): Promise<Enrollment[]> =>
      list({ courseId, $or: [{ active: true }, { changesAt: { $exists: true } }] }),
    /** The memberships in which a period has begun or ended since they were written. */
    listDue: async (limit: number): Promise<Enrollment[]> => {
      const now = clock();
      const due = model.find({ changesAt: { $lte: now } }).sort({ changesAt: 1 });
      return (await due.limit(limit).lean<EnrollmentDocument[]>()).map((one) => toEnrollment(one, now));
    },
    /** Former students, and students who were removed. Excludes merged records. */
    listEnded: (courseId: string, limit: number, after?: string): Promise<Enrollment[]> =>
      list(
        {
          courseId,
          active: false,
          changesAt: { $exists: false },
          aside: { $exists: false },
          // The embedded server uses no index with `$or`.
          $nor: [
            {
              periods: { $not: { $elemMatch: { voided: false } } },
              ended: { $nin: ['REMOVED', 'ERASED'] },
            },
          ],
          ...(after ? { _id: { $gt: after } } : {}),
        },
        limit,
      ),
    listOf: (studentId: string): Promise<Enrollment[]> => list({ studentId }),
    courseIdsOf: (studentId: string): Promise<string[]> => listCourseIds({ studentId, active: true }),
    /** The courses that the student is in, and those from which a teacher removed the student. */
    closedCourseIdsOf: (studentId: string): Promise<string[]> =>
      listCourseIds({ studentId, $or: [{ active: true }, { ended: 'REMOVED' }] }),
    studentsOf: async (
      whole: string[],
      partly: string[] = [],
      sectionIds: string[] = [],
    ): Promise<Map<string, string[]>> => {
      const find = (courseIds: string[], only: object = {}) =>
        model
          .find({ courseId: { $in: courseIds }, active: true, ...only }, { courseId: 1, studentId: 1 })
          .sort({ _id: 1 })
          .lean<Pick<EnrollmentDocument, 'courseId' | 'studentId'>[]>();
      const documents = await Promise.all([
        whole.length > 0 ? find(whole) : [],
        sectionIds.length > 0 ? find(partly, { sectionId: { $in: sectionIds } }) : [],
      ]);
      const byCourse = Map.groupBy(documents.flat(), ({ courseId }) => courseId.toHexString());
      return new Map([...byCourse].map(([id, members]) => [id, members.map(({ studentId }) => studentId)]));
    },
    currentOf: async (studentId: string): Promise<Map<string, Enrollment>> =>
      new Map((await list({ studentId, active: true })).map((current) => [current.courseId, current])),
    sectionCountsOf: (courseIds: string[]) => countBy('sectionId', courseIds),
    countsOf: (courseIds: string[]) => countBy('courseId', courseIds),
  };
};
export type Enrollments = ReturnType<typeof createEnrollments>;
