import { routes } from '@qr-attendance/contracts';
import {
  connectEventBus,
  connectMongo,
  createApp,
  createInternalClient,
  FORGET_KEYS_MS,
  implementAnnounce,
  makeAuthorise,
  makePeopleProjection,
  makeSuspensions,
  readPublicKeys,
  requestsFor,
  runPeriodically,
  startOutboxRelay,
  useMongoPool,
  watchBus,
  watchOutbox,
  watchPool,
  type Logger,
  type Metrics,
} from '@qr-attendance/service-kit';
import type { Config } from './config.ts';
import { makeAnnouncers } from './data/announce.ts';
import { makeCourses } from './data/courses.ts';
import { makeEnrolments } from './data/enrolments.ts';
import { createModels } from './data/models.ts';
import { makeOutboxes } from './data/outboxes.ts';
import { GROUP, makeSubscriptions } from './events/subscriptions.ts';
import { courseRoutes } from './http/routes.ts';
import { makeCreateCourse } from './use-cases/create-course.ts';
import { makeDescribeCourses } from './use-cases/describe-courses.ts';
import { makeEnrol } from './use-cases/enrol.ts';
import { makeExportPersonalData } from './use-cases/export-personal-data.ts';
import { makeFindNames } from './use-cases/find-names.ts';
import { makeGetCourse } from './use-cases/get-course.ts';
import { makeListAvailableCourses, makeListCourses } from './use-cases/list-courses.ts';
import { makeUpdateCourse } from './use-cases/update-course.ts';

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
  const enrolments = makeEnrolments(models.enrolments, committed);
  const people = makePeopleProjection(models.people);
  const auth = createInternalClient({
    baseUrl: config.AUTH_URL,
    internalToken: config.INTERNAL_TOKEN,
    log,
    watch: { metrics, upstream: 'auth' },
  });
  const suspensions = makeSuspensions({ load: people.refusals, log });
  await suspensions.refresh();
  await bus.subscribe(GROUP, makeSubscriptions({ people, suspensions }));
  watchBus(metrics, { bus, group: GROUP });
  const keys = runPeriodically('forget idempotency keys', courses.forgetOldKeys, FORGET_KEYS_MS, log);

  const app = createApp({
    log,
    metrics,
    authorise: makeAuthorise({
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
        exportPersonalData: makeExportPersonalData({ courses, enrolments, people, clock }),
        listCourses: makeListCourses({ courses, enrolments }),
        getCourse: makeGetCourse({ courses, enrolments }),
        listAvailableCourses: makeListAvailableCourses({ courses, enrolments }),
        enrol: makeEnrol({ courses, enrolments, clock }),
        describeCourses: makeDescribeCourses({ enrolments, findNames: makeFindNames({ people, auth }) }),
        findCourse: courses.find,
        findEnrolment: enrolments.find,
      }),
      implementAnnounce(routes.course.announce, makeAnnouncers(models), committed),
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
