import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import { attendanceCorrected, attendanceMarked } from '@qr-attendance/contracts/events';
import {
  connectEventBus,
  implementRepublish,
  implementDeadLetters,
  postgresDeadLetters,
  postgresOutbox,
  RELAY_CONNECTIONS,
  startOutboxRelay,
  watchBus,
  watchOutbox,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createApp,
  makeAuthorize,
  makeSuspensions,
  readPublicKeys,
  requestsFor,
  runPeriodically,
  usePostgresPool,
  watchPool,
} from '@qr-attendance/server';
import type { Config } from './config.ts';
import { makeRepublishCorrections, makeRepublishMarks } from './events/republish-marks.ts';
import { makeData } from './db/stores.ts';
import { connectDatabase } from './db/database.ts';
import { listenForMarks } from './live/mark-notices.ts';
import { makeSubscriptions } from './events/subscriptions.ts';
import { createLiveRoster } from './live/live-roster.ts';
import { makeRosterStreams } from './live/roster-streams.ts';
import { makeRoutes } from './routes.ts';
import { LOCATION_ATTEMPT_WINDOW_MINUTES } from './marking/check-location.ts';
import { makeRecordAbsences } from './absences/record-absences.ts';
import { makeRecordPendingAbsences } from './absences/record-pending-absences.ts';

/** Connections for reports, each held as long as its reader takes. */
const REPORTS_AT_ONCE = 4;
/** How often what has served its time is deleted. */
const SWEEP_MS = 10 * 60_000;
/** How often absences that no event brought about are looked for. */
const OWED_MS = 10_000;
/** How often positions of running sessions are compared. */
const COMPARE_MS = 10_000;

/** Puts the attendance service together. */
export const startAttendance = async (config: Config, log: Logger, metrics: Metrics) => {
  const pool = connectDatabase(config.DATABASE_URL, log, { max: config.DATABASE_POOL_SIZE });
  const reportPool = connectDatabase(config.DATABASE_URL, log, {
    name: 'attendance reports',
    max: REPORTS_AT_ONCE,
    unhurried: true,
  });
  watchPool(metrics, 'attendance', usePostgresPool(pool));
  watchPool(metrics, 'attendance reports', usePostgresPool(reportPool));
  const relayPool = connectDatabase(config.DATABASE_URL, log, {
    name: 'attendance relay',
    max: RELAY_CONNECTIONS,
  });
  watchPool(metrics, 'attendance relay', usePostgresPool(relayPool));
  const data = makeData(pool, reportPool);
  const suspensions = makeSuspensions({ load: data.people.refusals, log });
  const authorize = makeAuthorize({
    publicKeys: readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS),
    internalToken: config.INTERNAL_TOKEN,
    suspensions,
  });

  const bus = await connectEventBus(config, log);
  const outbox = postgresOutbox(relayPool);
  watchOutbox(metrics, outbox);
  const relay = startOutboxRelay({ store: outbox, bus, log });
  const recordAbsences = makeRecordAbsences({ ...data, relay });
  const subscriptions = makeSubscriptions({ ...data, recordAbsences, suspensions });
  const deadLetters = postgresDeadLetters(pool);
  await bus.subscribe('attendance', subscriptions, deadLetters);
  watchBus(metrics, { bus, group: 'attendance', deadLetters });

  const streams = makeRosterStreams({
    suspensions,
    mostPerPerson: config.LIVE_STREAMS_PER_PERSON,
    metrics,
  });
  const liveRoster = createLiveRoster({ streams, loadRecords: data.records.byIds, log });
  const notices = await listenForMarks({
    url: config.DATABASE_URL,
    log,
    onNotice: ({ sessionId, markId }) => liveRoster.tell(sessionId, markId),
    // The pages come back and read the whole roster: notices may have been missed.
    onReconnect: () => streams.endAll('unsent'),
  });

  const deleteOldSelfies = () => data.selfies.deleteOlderThan(config.SELFIE_RETENTION_DAYS);
  const deleteOldDetails = () => data.markDetails.deleteOlderThan(config.MARK_DETAILS_RETENTION_DAYS);
  const recordPendingAbsences = makeRecordPendingAbsences({ ...data, recordAbsences, log });
  const comparePositions = async () => {
    await data.markFlags.flagSameCoordinates();
    await data.markFlags.forgetPositions();
  };
  const removeOldTries = () => data.placeTries.removeOlderThan(LOCATION_ATTEMPT_WINDOW_MINUTES);
  const sweeps = [
    runPeriodically('absences that are owed', recordPendingAbsences, OWED_MS, log),
    runPeriodically('comparison of positions', comparePositions, COMPARE_MS, log),
    runPeriodically('deletion of old tries', removeOldTries, SWEEP_MS, log),
    runPeriodically('deletion of old selfies', deleteOldSelfies, SWEEP_MS, log),
    runPeriodically('deletion of old details of marks', deleteOldDetails, SWEEP_MS, log),
    runPeriodically('deletion of old challenges', data.challenges.removeExpired, SWEEP_MS, log),
  ];

  const app = createApp({
    log,
    metrics,
    authorize,
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: () => pool.query('SELECT 1'), suspensions: suspensions.ready },
    routes: [
      ...makeRoutes({ config, log, metrics, data, relay, liveRoster }),
      implementRepublish(
        routes.attendance.announce,
        [
          [attendanceMarked, makeRepublishMarks(pool)],
          [attendanceCorrected, makeRepublishCorrections(pool)],
        ],
        relay.wake,
      ),
      ...implementDeadLetters(deadLetterRoutes.attendance, { deadLetters, subscriptions }),
    ],
  });

  return {
    app,
    endStreams: () => streams.endAll('stopping'),
    close: async () => {
      await Promise.all([...sweeps, suspensions].map((one) => one.stop()));
      await notices.close();
      await liveRoster.close();
      await relay.stop();
      await bus.close();
      await Promise.all([pool.end(), reportPool.end(), relayPool.end()]);
    },
  };
};
