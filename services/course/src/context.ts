import { randomUUID } from 'node:crypto';
import {
  createPeopleProjection,
  createPowerNotices,
  findNames,
  mongoDeadLetters,
} from '@qr-attendance/messaging/mongo';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { type Caller, createInternalClient, createWorker, createSuspensions } from '@qr-attendance/server';
import { NEW_COURSE_MODES, type Config } from './config.ts';
import { createAuditLog } from './core/audit/audit-log.ts';
import { powerEventOf, withNotices } from './core/audit/notify-people.ts';
import { createCourseStatements } from './core/courses/course-statements.ts';
import { createFindCourseUse } from './core/courses/course-use.ts';
import { createCourses } from './core/courses/courses.ts';
import { deleteCourse } from './features/courses/delete-course.ts';
import type { Models } from './db/models.ts';
import { createAccess } from './core/memberships/enrollment-keys.ts';
import { createEnrollments } from './core/memberships/enrollments.ts';
import { updateDueEnrollments } from './features/enrollment/update-due.ts';
import { createEnrollmentRequests } from './core/memberships/enrollment-requests.ts';
import { createRosterNotices } from './core/memberships/roster-notices.ts';
import { createRosterLimits } from './features/enrollment/roster-limits.ts';
import { createKeyAttempts } from './features/enrollment/wrong-keys.ts';
import { createImportedCourses } from './features/imports/kinds/imported-courses.ts';
import { createFindPersonOfLine } from './features/imports/about-lines.ts';
import { createImportRuns } from './features/imports/import-runs.ts';
import { createRulesOf } from './features/imports/kinds/rules-of.ts';
import { createReadJobs } from './features/imports/read-jobs.ts';
import { createOpenLines } from './features/imports/open-lines.ts';
import { createNameIds } from './features/imports/names-of-ids.ts';
import { createPace } from './features/imports/pace.ts';
import { createImportJobs } from './features/imports/run-jobs.ts';
import { createStaffLookups } from './core/staff/staff-lookups.ts';
import { createStaffStatements } from './core/staff/staff-statements.ts';
import { createStaffedCourses } from './core/staff/staffed-courses.ts';
import { createTermCourses } from './core/courses/term-courses.ts';
import { createTerms } from './core/terms/terms.ts';
import { updateCoursesOfTerms } from './features/terms/update-courses.ts';
import { createUnits } from './core/units/units.ts';
import { createBacklogCheck } from './event-backlog.ts';
import type { Connection } from 'mongoose';

/** Interval at which work of a stopped replica is taken over. */
const TERM_WORKER_MS = 5_000;
const IMPORT_WORKER_MS = 2_000;
/** Interval for periods that begin or end at a set time. */
const ENROLLMENT_WORKER_MS = 5_000;
const IMPORT_TIMEOUT_MS = 30_000;
const DAY_MS = 86_400_000;

interface Deps {
  connection: Connection;
  models: Models;
  /** Functions that wake the relay of a collection after its events were written. */
  wake: Record<'courses' | 'enrollments' | 'terms' | 'units' | 'powerNotices' | 'audit', () => void>;
  /** The number of events of a topic that the slowest consumer has not handled. */
  backlog: (topic: string) => Promise<number>;
  log: Logger;
  metrics: Metrics;
}

export const createContext = (config: Config, { connection, models, wake, backlog, log, metrics }: Deps) => {
  const clock = () => new Date();
  const people = createPeopleProjection(models.people);
  const owner = (upstream: string, baseUrl: string, timeoutMs?: number) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  // A separate breaker, so that slow batches do not affect requests.
  const authForImports = owner('auth-imports', config.AUTH_URL, IMPORT_TIMEOUT_MS);
  const quietAuditLog = createAuditLog(models.audit, clock, wake.audit);
  const notices = { model: models.powerNotices, eventOf: powerEventOf, clock, committed: wake.powerNotices };
  const auditLog = withNotices(quietAuditLog, createPowerNotices(notices));
  const units = createUnits(models.units, clock, wake.units, auditLog);
  // One email covers all changes of an import, so single changes notify nobody.
  const unitsOfImports = createUnits(models.units, clock, wake.units, quietAuditLog);
  const courseDeps = {
    committed: wake.courses,
    clock,
    nameOf: async (teacherId: string) => (await people.namesOf([teacherId])).get(teacherId),
    unitStaffOf: units.staffOf,
  };
  const courses = createCourses(models.courses, { ...courseDeps, auditLog });
  const coursesOfImports = createCourses(models.courses, { ...courseDeps, auditLog: quietAuditLog });
  const unauditedCourses = createCourses(models.courses, courseDeps);
  const termDeps = { clock, campusTimeZone: config.CAMPUS_TIME_ZONE, committed: wake.terms };
  const terms = createTerms(models.terms, { ...termDeps, auditLog });
  const termsOfImports = createTerms(models.terms, { ...termDeps, auditLog: quietAuditLog });
  const termCourses = createTermCourses(models.courses);
  const enrollments = createEnrollments(models.enrollments, wake.enrollments, clock);
  const rosterNotices = createRosterNotices(models.rosterNotices, models.importBatches, clock);
  const importRuns = createImportRuns(models, { clock, processId: randomUUID() });
  const hasRoomForEvents = createBacklogCheck({ termCourses, enrollments, backlog });
  const access = createAccess(models.access);
  const requests = createEnrollmentRequests(models.requests, clock);
  const { SESSION_URL: sessionUrl, ATTENDANCE_URL: attendanceUrl } = config;
  const sessionService = sessionUrl === undefined ? undefined : owner('session', sessionUrl);
  const sessionsForImports =
    sessionUrl === undefined ? undefined : owner('session-imports', sessionUrl, IMPORT_TIMEOUT_MS);
  const attendanceForImports =
    attendanceUrl === undefined ? undefined : owner('attendance-imports', attendanceUrl, IMPORT_TIMEOUT_MS);
  const newCourseEnrollment = NEW_COURSE_MODES[config.NEW_COURSE_ENROLLMENT];
  const peopleRanking = config.IMPORT_SOURCES;
  // Only people have exceptions from the ranking.
  const importRanking = { ...peopleRanking, fields: {} };
  const courseStatements = createCourseStatements(models.courses);
  const importedCourses = createImportedCourses(models.courses);
  const openLines = createOpenLines(models.importOpenLines, authForImports);
  const nameIds = createNameIds({
    people,
    auth: authForImports,
    terms,
    units,
    importedCourses,
    sessionsForImports,
  });
  const importRulesOf = createRulesOf({
    peopleRanking,
    terms: termsOfImports,
    termCourses,
    enrollments,
    requests,
    findRestatements: importRuns.findRestatements,
    sessionsForImports,
    attendanceForImports,
    units: unitsOfImports,
    courses: coursesOfImports,
    auth: authForImports,
    namesOf: (ids) => findNames({ people, auth: authForImports }, ids),
    importedCourses,
    countPeople: () => models.people.estimatedDocumentCount(),
    courseStatements,
    findCourseUse: createFindCourseUse({ enrollments, sessionService }),
    deleteCourse: ({ id, teacherId }) =>
      deleteCourse(
        { courses: unauditedCourses, enrollments, access, requests, sessionService, clock },
        { id: teacherId, userType: 'TEACHER' } as Caller,
        id,
      ),
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    newCourseEnrollment,
  });
  const runImportJobs = createImportJobs({
    runs: importRuns,
    rosterNotices,
    rulesOf: importRulesOf,
    ranking: importRanking,
    openLines,
    findAbout: createFindPersonOfLine(authForImports),
    hasRoomForEvents,
    pace: createPace(sessionsForImports),
    clock,
    maxChangedShare: config.IMPORT_MAX_CHANGED_PERCENT / 100,
  });
  const readFiles = createReadJobs({ runs: importRuns, clock });
  return {
    clock,
    auditLog,
    courses,
    courseStatements,
    terms,
    termCourses,
    termWorker: createWorker(
      'courses of terms',
      () => updateCoursesOfTerms({ courses, terms, termCourses, people }),
      TERM_WORKER_MS,
      log,
    ),
    units,
    importRuns,
    rosterNotices,
    importRulesOf,
    importRanking,
    nameIds,
    openLines,
    importRetentionMs: config.IMPORT_RETENTION_DAYS * DAY_MS,
    importReader: createWorker('large files of imports', readFiles, IMPORT_WORKER_MS, log),
    importWorker: createWorker('imports', runImportJobs, IMPORT_WORKER_MS, log),
    enrollments,
    enrollmentWorker: createWorker(
      'enrollments that begin or end',
      () => updateDueEnrollments({ enrollments, hasRoomForEvents }),
      ENROLLMENT_WORKER_MS,
      log,
    ),
    access,
    requests,
    keyTries: createKeyAttempts(connection),
    rosterLimits: createRosterLimits(connection),
    staffLookups: createStaffLookups(connection),
    staffedCourses: createStaffedCourses(models.courses),
    staffStatements: createStaffStatements(models),
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    newCourseEnrollment,
    settings: {
      newCourseEnrollment,
      importMaxChangedPercent: config.IMPORT_MAX_CHANGED_PERCENT,
      importRetentionDays: config.IMPORT_RETENTION_DAYS,
      importSources: importRanking.sources,
    },
    people,
    suspensions: createSuspensions({ load: people.refusals, log }),
    deadLetters: mongoDeadLetters(models.deadLetters),
    auth: owner('auth', config.AUTH_URL),
    sessionService,
  };
};
export type Context = ReturnType<typeof createContext>;
