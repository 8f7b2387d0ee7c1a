import { randomUUID } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const enrolling = () => import('../../../../services/course/src/features/enrollment/enroll.ts');
const wrongKeys = () => import('../../../../services/course/src/features/enrollment/wrong-keys.ts');
const imports = () => import('../../../../services/course/src/features/imports/manage-imports.ts');

export const readersOfCourse = defense(
  'a course is its teacher’s and its students’ alone',
  () => import('../../../../services/course/src/features/courses/read-courses.ts'),
  'getCourse',
  async (original, context, caller, courseId) =>
    (await context.courses.find(courseId)) ?? original(context, caller, courseId),
);
export const callerIsTeacher = defense(
  'the teacher of a course is who makes it',
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
export const notifiesOfChanges = defenseWithin(
  'what the audit log records is emailed to the people concerned',
  () => import('../../../../services/course/src/core/audit/notify-people.ts'),
  'withNotices',
  (create, isOff) => (auditLog, notices) =>
    create(auditLog, {
      ...notices,
      notify: async (notice) => (isOff() ? undefined : notices.notify(notice)),
    }),
);

export const keyTries = defenseWithin(
  'tries of enrollment keys count, before they are looked at',
  wrongKeys,
  'createKeyAttempts',
  (create, isOff) => (connection) => {
    const attempts = create(connection);
    return { ...attempts, count: async (student) => (isOff() ? undefined : attempts.count(student)) };
  },
);
export const countedByPerson = defenseWithin(
  'wrong keys count against the account that typed them alone',
  wrongKeys,
  'createKeyAttempts',
  (create, isOff) => (connection) => {
    const attempts = create(connection);
    return { ...attempts, count: (student) => attempts.count(isOff() ? { id: 'everybody' } : student) };
  },
);
export const createdKey = defense(
  'enrollment keys are created, not chosen',
  () => import('../../../../services/course/src/core/memberships/enrollment-keys.ts'),
  'newKey',
  () => 'SUMMER',
);
export const approval = defense(
  'a course whose teacher lets students in takes nobody else',
  enrolling,
  'enroll',
  (original, context, student, courseId, admission) =>
    original(context, student, courseId, { ...admission, invited: true }),
);
export const staysRemoved = defense(
  'only the teacher puts a removed student back',
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
export const fewRequests = defense(
  'a student has a limited number of requests',
  () => import('../../../../services/course/src/core/memberships/request-limits.ts'),
  'hasTooManyRequests',
  async () => false,
);
export const neverGone = defense(
  'whoever leaves and comes back counts as never gone',
  () => import('../../../../services/course/src/core/memberships/rules/periods.ts'),
  'resumePeriod',
  (original, periods, _studentId, joining, now) => original(periods, 'somebody else', joining, now),
);
export const fewNameless = defenseWithin(
  'a teacher looks up few people by their number alone',
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
export const fewLookups = defenseWithin(
  'failed lookups of colleagues are limited',
  () => import('../../../../services/course/src/core/staff/staff-lookups.ts'),
  'createStaffLookups',
  (create, isOff) => (connection) => {
    const { limit } = create(connection);
    return { limit: (caller, find) => limit(isOff() ? { id: randomUUID() } : caller, find) };
  },
);

/** While the defense is off, the service repeats the request with the required number. */
export const confirmedNumber = defense(
  'more changes than usual need a confirmation of their number',
  imports,
  'confirmImport',
  (original, context, id, body) =>
    original(context, id, body).catch((error: { code?: string; details?: { changes: number } }) => {
      if (error.code !== 'confirm_changes') throw error;
      return original(context, id, { ...body, changes: error.details?.changes });
    }),
);
export const announcedSize = defense(
  'a part has the size that was announced',
  imports,
  'putPart',
  async (original, context, id, index, body) => {
    const run = await context.importRuns.find(id);
    if (!run) return original(context, id, index, body);
    await context.importRuns.putPart(run, index, Buffer.from(body.data, 'base64'));
  },
);
export const boundedLines = defense(
  'lines of an import are limited',
  () => import('../../../../services/course/src/features/imports/line-parser.ts'),
  'createLineParser',
  (original, ...given) => {
    const parser = original(...given);
    parser.options.max_record_size = 0;
    return parser;
  },
);
