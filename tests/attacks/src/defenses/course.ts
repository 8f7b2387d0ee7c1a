import { randomUUID } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const enrolling = () => import('../../../../services/course/src/features/enrollment/enroll.ts');
const wrongKeys = () => import('../../../../services/course/src/features/enrollment/wrong-keys.ts');
const imports = () => import('../../../../services/course/src/features/imports/manage-imports.ts');

export const courseReaders = defense(
  'only the teacher and the students of a course can read it',
  () => import('../../../../services/course/src/features/courses/read-courses.ts'),
  'getCourse',
  async (original, context, caller, courseId) =>
    (await context.courses.find(courseId)) ?? original(context, caller, courseId),
);
export const callerAsTeacher = defense(
  'the teacher of a new course is its creator',
  () => import('../../../../services/course/src/core/courses/change-courses.ts'),
  'createCourse',
  (original, context, caller, { name, code, section, semester, ...more }, once) => {
    const { teacher } = more as { teacher?: string };
    return original(
      context,
      { ...caller, id: teacher ?? caller.id },
      { name, code, section, semester },
      once,
    );
  },
);
export const changeNotices = defenseWithin(
  'people are notified by email of the audit log’s entries about them',
  () => import('../../../../services/course/src/core/audit/notify-people.ts'),
  'withNotices',
  (create, isOff) => (auditLog, notices) =>
    create(auditLog, {
      ...notices,
      notify: async (notice) => (isOff() ? undefined : notices.notify(notice)),
    }),
);

export const keyAttemptCounter = defenseWithin(
  'attempts at enrollment keys are counted before they are compared',
  wrongKeys,
  'createKeyAttempts',
  (create, isOff) => (connection) => {
    const attempts = create(connection);
    return { ...attempts, count: async (student) => (isOff() ? undefined : attempts.count(student)) };
  },
);
export const keyLimitPerPerson = defenseWithin(
  'wrong keys count only toward the limit of the account that typed them',
  wrongKeys,
  'createKeyAttempts',
  (create, isOff) => (connection) => {
    const attempts = create(connection);
    return { ...attempts, count: (student) => attempts.count(isOff() ? { id: 'everybody' } : student) };
  },
);
export const generatedKeys = defense(
  'enrollment keys are generated, not chosen',
  () => import('../../../../services/course/src/core/memberships/enrollment-keys.ts'),
  'newKey',
  () => 'SUMMER',
);
export const enrollmentApproval = defense(
  'a course with approval admits only students whom its teacher approves',
  enrolling,
  'enroll',
  (original, context, student, courseId, admission) =>
    original(context, student, courseId, { ...admission, invited: true }),
);
export const lastingRemoval = defense(
  'only the teacher can restore a removed student',
  enrolling,
  'enroll',
  (original, context, student, courseId, admission) => {
    const { enrollments } = context;
    const find: typeof enrollments.find = async (...asked) => {
      const enrollment = await enrollments.find(...asked);
      return enrollment && { ...enrollment, ended: undefined };
    };
    const changed = { ...context, enrollments: { ...enrollments, find } };
    return original(changed, student, courseId, admission);
  },
);
export const enrollmentRequestLimit = defense(
  'a student can send only a limited number of enrollment requests',
  () => import('../../../../services/course/src/core/memberships/request-limits.ts'),
  'hasTooManyRequests',
  async () => false,
);
export const resumedMembership = defense(
  'a student who leaves and returns counts as a student without a gap',
  () => import('../../../../services/course/src/core/memberships/rules/periods.ts'),
  'resumePeriod',
  (original, periods, _studentId, joining, now) => original(periods, 'somebody else', joining, now),
);
export const numberLookupLimit = defenseWithin(
  'a teacher can look up only a few people by number',
  () => import('../../../../services/course/src/features/enrollment/roster-limits.ts'),
  'createRosterLimits',
  (create, isOff) => (connection) => {
    const limits = create(connection);
    return {
      ...limits,
      countNameless: async (caller, count) => (isOff() ? undefined : limits.countNameless(caller, count)),
    };
  },
);
export const failedLookupLimit = defenseWithin(
  'failed lookups of colleagues are limited',
  () => import('../../../../services/course/src/core/staff/staff-lookups.ts'),
  'createStaffLookups',
  (create, isOff) => (connection) => {
    const { limit } = create(connection);
    return { limit: (caller, find) => limit(isOff() ? { id: randomUUID() } : caller, find) };
  },
);

/** While the defense is off, the service repeats the request with the required number. */
export const changeCountConfirmation = defense(
  'an unusual number of changes must be confirmed',
  imports,
  'confirmImport',
  (original, context, id, body) =>
    original(context, id, body).catch((error: { code?: string; details?: { changes: number } }) => {
      if (error.code !== 'confirm_changes') throw error;
      return original(context, id, { ...body, changes: error.details?.changes });
    }),
);
export const announcedSize = defense(
  'a part must have the announced size',
  imports,
  'putPart',
  async (original, context, id, index, body) => {
    const run = await context.importRuns.find(id);
    if (!run) return original(context, id, index, body);
    await context.importRuns.putPart(run, index, Buffer.from(body.data, 'base64'));
  },
);
export const lineLengthLimit = defense(
  'the length of a line in an import is limited',
  () => import('../../../../services/course/src/features/imports/line-parser.ts'),
  'createLineParser',
  (original, ...given) => {
    const parser = original(...given);
    parser.options.max_record_size = 0;
    return parser;
  },
);
