import { createPeopleProjection, mongoDeadLetters } from '@qr-attendance/messaging/mongo';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createInternalClient, createWorker, createSuspensions } from '@qr-attendance/server';
import { NEW_COURSE_MODES, type Config } from './config.ts';
import { createCourses } from './courses/courses.ts';
import { createSearchGate } from './courses/search-gate.ts';
import type { Models } from './db/models.ts';
import { createAccess } from './enrollment/access.ts';
import { createEnrollments } from './enrollment/enrollments.ts';
import { createEnrollmentRequests } from './enrollment/requests.ts';
import { createKeyAttempts } from './enrollment/wrong-keys.ts';
import { createStaffLookups } from './staff/staff-lookups.ts';
import { createStaffedCourses } from './staff/staffed-courses.ts';
import { createTermCourses } from './terms/term-courses.ts';
import { createTerms } from './terms/terms.ts';
import { updateCoursesOfTerms } from './terms/update-courses.ts';
import { createUnits } from './units/units.ts';
import type { Connection } from 'mongoose';

/** Continues work of a replica that has stopped. */
const TERM_WORKER_MS = 5_000;

interface Deps {
  connection: Connection;
  models: Models;
  wakeRelay: () => void;
  log: Logger;
  metrics: Metrics;
}

export const createContext = (config: Config, { connection, models, wakeRelay, log, metrics }: Deps) => {
  const clock = () => new Date();
  const people = createPeopleProjection(models.people);
  const owner = (upstream: string, baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  const courses = createCourses(models.courses, {
    committed: wakeRelay,
    clock,
    nameOf: async (teacherId) => (await people.namesOf([teacherId])).get(teacherId),
  });
  const terms = createTerms(models.terms, clock, config.CAMPUS_TIME_ZONE, wakeRelay);
  const termCourses = createTermCourses(models.courses);
  return {
    clock,
    courses,
    terms,
    termCourses,
    termWorker: createWorker(
      'courses of terms',
      () => updateCoursesOfTerms({ courses, terms, termCourses, people }),
      TERM_WORKER_MS,
      log,
    ),
    units: createUnits(models.units, clock),
    searchGate: createSearchGate(),
    enrollments: createEnrollments(models.enrollments, wakeRelay),
    access: createAccess(models.access),
    requests: createEnrollmentRequests(models.requests, clock),
    keyTries: createKeyAttempts(connection),
    staffLookups: createStaffLookups(connection),
    staffedCourses: createStaffedCourses(models.courses),
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    newCourseEnrollment: NEW_COURSE_MODES[config.NEW_COURSE_ENROLLMENT],
    people,
    suspensions: createSuspensions({ load: people.refusals, log }),
    deadLetters: mongoDeadLetters(models.deadLetters),
    auth: owner('auth', config.AUTH_URL),
    sessionService: config.SESSION_URL === undefined ? undefined : owner('session', config.SESSION_URL),
  };
};
export type Context = ReturnType<typeof createContext>;
