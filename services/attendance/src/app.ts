import {
  connectPostgresEventBus,
  createApp,
  createInternalClient,
  makeAuthorise,
  postgresOutbox,
  readPublicKeys,
  runPeriodically,
  startOutboxRelay,
  type Logger,
} from '@qr-attendance/service-kit';
import type { Config } from './config.ts';
import { makeFindAbsentees } from './data/absentees.ts';
import { makeAnalytics } from './data/analytics.ts';
import { makeCourses } from './data/courses.ts';
import { connectDatabase } from './data/database.ts';
import { makeLoadMarkContext } from './data/mark-context.ts';
import { listenForMarks } from './data/mark-notices.ts';
import { makePinAttempts } from './data/pin-attempts.ts';
import { makeProjections } from './data/projections.ts';
import { makeRecords } from './data/records.ts';
import { makeReadReportedMarks } from './data/reported-marks.ts';
import { makeSelfies } from './data/selfies.ts';
import { makeSessions } from './data/sessions.ts';
import { makeListStudentTotals } from './data/student-rates.ts';
import { makeWriteMarks } from './data/write-marks.ts';
import { makeSubscriptions } from './events/subscriptions.ts';
import { makeAnalyticsRoutes } from './http/analytics-routes.ts';
import { makeAttendanceRoutes } from './http/attendance-routes.ts';
import { createLiveRoster } from './http/live-roster.ts';
import { makeReportRoutes } from './http/report-routes.ts';
import { makeAskOwner } from './use-cases/ask-owner.ts';
import { makeCheckLocation } from './use-cases/check-location.ts';
import { makeDecideMark } from './use-cases/decide-mark.ts';
import { makeFindSession } from './use-cases/find-session.ts';
import { makeListStudentRates } from './use-cases/list-student-rates.ts';
import { makeMarkAttendance } from './use-cases/mark-attendance.ts';
import { readSelfie } from './use-cases/read-selfie.ts';
import { makeRecordAbsences } from './use-cases/record-absences.ts';
import { makeRedeemTicket } from './use-cases/redeem-ticket.ts';
import { makeChartAttendance, makeSummarise } from './use-cases/summarise.ts';

/** How often what has served its time is deleted. */
const SWEEP_MS = 60 * 60_000;

/** Puts the attendance service together. */
export const startAttendance = async (config: Config, log: Logger) => {
  const authorise = makeAuthorise({
    publicKeys: readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS),
    internalToken: config.INTERNAL_TOKEN,
  });
  const redeemTicket = makeRedeemTicket({
    ticketKeys: readPublicKeys('TICKET_PUBLIC_KEYS', config.TICKET_PUBLIC_KEYS),
  });
  const owner = (baseUrl: string) =>
    createInternalClient({ baseUrl, internalToken: config.INTERNAL_TOKEN, log });
  const auth = owner(config.AUTH_URL);
  const course = owner(config.COURSE_URL);
  const sessionService = owner(config.SESSION_URL);

  const pool = connectDatabase(config.DATABASE_URL, log);
  const reportPool = connectDatabase(config.DATABASE_URL, log, 4);
  const projections = makeProjections(pool);
  const sessions = makeSessions(pool);
  const records = makeRecords(pool);
  const selfies = makeSelfies(pool);
  const writeMarks = makeWriteMarks(pool);
  const analyticsDeps = { analytics: makeAnalytics(pool), zone: config.CAMPUS_TIME_ZONE };

  const bus = await connectPostgresEventBus({ url: config.EVENT_BUS_URL, log });
  const relay = startOutboxRelay({ store: postgresOutbox(pool), bus, log });
  const recordAbsences = makeRecordAbsences({
    sessions,
    findAbsentees: makeFindAbsentees(pool),
    writeMarks,
    relay,
  });
  await bus.subscribe('attendance', makeSubscriptions({ projections, recordAbsences }));

  const liveRoster = createLiveRoster({ loadRecords: records.byIds, log });
  const notices = await listenForMarks({
    url: config.DATABASE_URL,
    log,
    onNotice: ({ sessionId, markId }) => liveRoster.tell(sessionId, markId),
    onReconnect: liveRoster.endAll,
  });

  const sweep = runPeriodically(
    'deletion of old selfies',
    () => selfies.deleteOlderThan(config.SELFIE_RETENTION_DAYS),
    SWEEP_MS,
    log,
  );

  const findSession = makeFindSession({ sessions, projections, sessionService });
  const app = createApp({
    log,
    authorise,
    ready: { database: () => pool.query('SELECT 1') },
    routes: [
      ...makeAttendanceRoutes({
        markAttendance: makeMarkAttendance({
          redeemTicket,
          decideMark: makeDecideMark({
            loadMarkContext: makeLoadMarkContext(pool),
            askOwner: makeAskOwner({ auth, course, session: sessionService, projections }),
            pepper: config.PIN_PEPPER,
          }),
          readSelfie,
          pinAttempts: makePinAttempts(pool),
          writeMarks,
          records,
          relay,
        }),
        checkLocation: makeCheckLocation({ redeemTicket, findSession }),
        records,
        selfies,
        findSession,
        liveRoster,
      }),
      ...makeReportRoutes({
        readReportedMarks: makeReadReportedMarks(reportPool),
        zone: config.CAMPUS_TIME_ZONE,
      }),
      ...makeAnalyticsRoutes({
        summarise: makeSummarise(analyticsDeps),
        chartAttendance: makeChartAttendance(analyticsDeps),
        listStudentRates: makeListStudentRates({
          courses: makeCourses(pool),
          projections,
          courseService: course,
          listStudentTotals: makeListStudentTotals(pool),
        }),
      }),
    ],
  });

  return {
    app,
    endStreams: liveRoster.endAll,
    close: async () => {
      await sweep.stop();
      await notices.close();
      await relay.stop();
      await bus.close();
      await Promise.all([pool.end(), reportPool.end()]);
    },
  };
};
