import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  connectEventBus,
  implementRepublish,
  implementDeadLetters,
  makePeopleProjection,
  mongoDeadLetters,
  startOutboxRelay,
  watchBus,
  watchOutbox,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  connectMongo,
  createApp,
  createInternalClient,
  FORGET_KEYS_MS,
  makeAuthorize,
  makeSuspensions,
  readPublicKeys,
  requestsFor,
  runPeriodically,
  useMongoPool,
  watchPool,
} from '@qr-attendance/server';
import type { Config } from './config.ts';
import { makeRepublishers } from './events/republish.ts';
import { makeCourses } from './courses/courses.ts';
import { makeEnrollments } from './enrollment/enrollments.ts';
import { createModels } from './db/models.ts';
import { makeOutboxes } from './events/outboxes.ts';
import { GROUP, makeSubscriptions } from './events/subscriptions.ts';
import { courseRoutes } from './courses/routes.ts';
import { makeCreateCourse } from './courses/create-course.ts';
import { makeDescribeCourses } from './courses/describe-courses.ts';
import { makeEnroll } from './enrollment/enroll.ts';
import { makeExportPersonalData } from './privacy/export-personal-data.ts';
import { makeFindNames } from './courses/find-names.ts';
import { makeGetCourse } from './courses/get-course.ts';
import { makeListAvailableCourses, makeListCourses } from './courses/list-courses.ts';
import { makeUpdateCourse } from './courses/update-course.ts';

/** Wires the course service: stores, bus, use-cases, routes. */
export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const connection = await connectMongo(config.MONGODB_URL, { name: GROUP, max: config.DATABASE_POOL_SIZE });
  watchPool(metrics, GROUP, useMongoPool(connection));
  const bus = await connectEventBus(config, log);
  const models = createModels(connection);
  const outboxes = makeOutboxes(models);
  watchOutbox(metrics, ...outboxes);
  const relays = outboxes.map((store) => startOutboxRelay({ store, bus, log }));
  const committed = () => relays.forEach((relay) => relay.wake());

  const clock = () => new Date();
  const courses = makeCourses(models.courses, committed, clock);
  const enrollments = makeEnrollments(models.enrollments, committed);
  const people = makePeopleProjection(models.people);
  const auth = createInternalClient({
    baseUrl: config.AUTH_URL,
    internalToken: config.INTERNAL_TOKEN,
    log,
    watch: { metrics, upstream: 'auth' },
  });
  const suspensions = makeSuspensions({ load: people.refusals, log });
  const deadLetters = mongoDeadLetters(models.deadLetters);
  const subscriptions = makeSubscriptions({ people, suspensions, deadLetters });
  await bus.subscribe(GROUP, subscriptions, deadLetters);
  watchBus(metrics, { bus, group: GROUP, deadLetters });
  const keys = runPeriodically('forget idempotency keys', courses.forgetOldKeys, FORGET_KEYS_MS, log);

  const app = createApp({
    log,
    metrics,
    authorize: makeAuthorize({
      publicKeys,
      internalToken: config.INTERNAL_TOKEN,
      suspensions,
    }),
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: async () => connection.db?.admin().ping(), suspensions: suspensions.ready },
    routes: [
      ...courseRoutes({
        createCourse: makeCreateCourse({ courses }),
        updateCourse: makeUpdateCourse({ courses }),
        exportPersonalData: makeExportPersonalData({ courses, enrollments, people, clock }),
        listCourses: makeListCourses({ courses, enrollments }),
        getCourse: makeGetCourse({ courses, enrollments }),
        listAvailableCourses: makeListAvailableCourses({ courses, enrollments }),
        enroll: makeEnroll({ courses, enrollments, clock }),
        describeCourses: makeDescribeCourses({ enrollments, findNames: makeFindNames({ people, auth }) }),
        findCourse: courses.find,
        findEnrollment: enrollments.find,
      }),
      implementRepublish(routes.course.announce, makeRepublishers(models), committed),
      ...implementDeadLetters(deadLetterRoutes.course, { deadLetters, subscriptions }),
    ],
  });
  return {
    app,
    close: async () => {
      await keys.stop();
      await suspensions.stop();
      await Promise.all(relays.map((relay) => relay.stop()));
      await bus.close();
      await connection.close();
    },
  };
};
