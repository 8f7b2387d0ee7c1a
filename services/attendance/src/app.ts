import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  createServiceApp,
  implementDeadLetters,
  implementRepublish,
  postgresOutbox,
  startMessaging,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { readPublicKeys, runPeriodically, sharedKeyOf } from '@qr-attendance/server';
import { recordPendingAbsences } from './absences/absences.ts';
import type { Config } from './config.ts';
import { type Context, createContext } from './context.ts';
import { connectPools } from './db/database.ts';
import { makeRepublishers } from './events/republish-marks.ts';
import { GROUP, makeSubscriptions } from './events/subscriptions.ts';
import { growHistoryTree } from './history-tree/grow-history-tree.ts';
import { listenForMarks } from './live/mark-notices.ts';
import { LOCATION_ATTEMPT_WINDOW_MINUTES } from './marking/check-location.ts';
import { requestMissingNumbers } from './projections/student-numbers.ts';
import { makeRoutes } from './routes.ts';
import { assessEndedSessions } from './risk/assess-session.ts';
import { judgeSecondLooks } from './second-look/judge-second-looks.ts';
import { followChangedSessions } from './sessions/follow-session.ts';

/**
 * A mark's event is heard by counts that are a second old anyway and by the last use of a device; the live page hears of marks
 * without it. On either bus a round costs more than what it carries.
 */
const RELAY_APART_MS = 250;
/** How often it is looked whether the night's tree is due, and the auditor's email asked for that could not be had. */
const TREE_MS = 60_000;
/** How often what has served its time is deleted. */
const SWEEP_MS = 10 * 60_000;
/** How often absences that no event brought about are looked for. */
const OWED_MS = 10_000;
/** How often marks of sessions that changed lately are compared with them. */
const FOLLOW_MS = 10_000;
/** How often sessions are looked for that are over, to compare their marks. */
const ASSESS_MS = 10_000;
/** How often positions of running sessions are compared. */
const COMPARE_MS = 10_000;

/** How often students are looked for whose numbers are not known here. */
const NUMBERS_MS = 60_000;

const startPeriodicWork = (context: Context, config: Config) => {
  const { refusedTries, selfies, personalData, markFlags, locationAttempts, challenges, log } = context;
  const comparePositions = async () => {
    await markFlags.flagSameCoordinates();
    await markFlags.forgetPositions();
  };
  const deleteOldSelfies = () => selfies.deleteOlderThan(config.SELFIE_RETENTION_DAYS);
  const deleteOldDetails = async () => {
    await personalData.deleteOldDetails(config.MARK_DETAILS_RETENTION_DAYS);
    await refusedTries.removeOlderThan(config.MARK_DETAILS_RETENTION_DAYS);
  };
  const removeOldTries = () => locationAttempts.removeOlderThan(LOCATION_ATTEMPT_WINDOW_MINUTES);
  return [
    runPeriodically('absences that are owed', () => recordPendingAbsences(context), OWED_MS, log),
    runPeriodically('marks of changed sessions', () => followChangedSessions(context), FOLLOW_MS, log),
    runPeriodically('numbers of students', () => requestMissingNumbers(context), NUMBERS_MS, log),
    runPeriodically('comparison of positions', comparePositions, COMPARE_MS, log),
    runPeriodically('tree of the history', () => growHistoryTree(context), TREE_MS, log),
    runPeriodically('signals of ended sessions', () => assessEndedSessions(context), ASSESS_MS, log),
    runPeriodically('second looks', () => judgeSecondLooks(context), ASSESS_MS, log),
    runPeriodically('deletion of old tries', removeOldTries, SWEEP_MS, log),
    runPeriodically('deletion of old selfies', deleteOldSelfies, SWEEP_MS, log),
    runPeriodically('deletion of old details of marks', deleteOldDetails, SWEEP_MS, log),
    runPeriodically('deletion of old challenges', challenges.removeExpired, SWEEP_MS, log),
  ];
};

/** Puts the attendance service together. */
export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const ticketKeys = new Map([
    ...readPublicKeys('TICKET_PUBLIC_KEYS', config.TICKET_PUBLIC_KEYS),
    ...config.TICKET_SECRETS.map(sharedKeyOf).map(({ kid, key }) => [kid, key] as const),
  ]);
  const pools = connectPools(config.DATABASE_URL, config.DATABASE_POOL_SIZE, { log, metrics });
  const messaging = await startMessaging(config, {
    outboxes: [postgresOutbox(pools.relayPool)],
    apartMs: RELAY_APART_MS,
    log,
    metrics,
  });
  const context = createContext(config, { ...pools, ticketKeys, wakeRelay: messaging.wake, log, metrics });
  const { deadLetters, liveRoster, suspensions } = context;
  const subscriptions = makeSubscriptions(context);
  await messaging.subscribe(GROUP, subscriptions, deadLetters);
  const notices = await listenForMarks({
    url: config.DATABASE_URL,
    log,
    onNotice: ({ sessionId, markId }) => liveRoster.tell(sessionId, markId),
    // The pages come back and read the whole roster: notices may have been missed.
    onReconnect: () => liveRoster.endAll('unsent'),
  });
  const periodicWork = startPeriodicWork(context, config);

  const app = createServiceApp(config, {
    publicKeys,
    suspensions,
    pingDatabase: () => pools.pool.query('SELECT 1'),
    routes: [
      ...makeRoutes(context),
      implementRepublish(routes.attendance.announce, makeRepublishers(pools.pool), messaging.wake),
      ...implementDeadLetters(deadLetterRoutes.attendance, { deadLetters, subscriptions }),
    ],
    log,
    metrics,
  });

  return {
    app,
    endStreams: () => liveRoster.endAll('stopping'),
    close: async () => {
      await Promise.all([...periodicWork, suspensions].map((one) => one.stop()));
      await notices.close();
      await liveRoster.close();
      await messaging.stop();
      await pools.end();
    },
  };
};
