import type { ServiceName } from '@qr-attendance/contracts';
import type { OutboxRelay } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createInternalClient, type Implementation, readPublicKeys } from '@qr-attendance/server';
import type { Config } from './config.ts';
import { makeCountMarks } from './marking/count-marks.ts';
import type { Data } from './db/stores.ts';
import { makeAnalyticsRoutes } from './analytics/routes.ts';
import { makeAttendanceRoutes } from './marking/routes.ts';
import type { LiveRoster } from './live/live-roster.ts';
import { makeReportRoutes } from './reports/routes.ts';
import { makeReviewRoutes } from './review/routes.ts';
import { makeAskOwner } from './projections/ask-owner.ts';
import { makeCheckLocation, makeLimitLocationAttempts } from './marking/check-location.ts';
import { makeDecideMark } from './marking/decide-mark.ts';
import { makeAnswerDispute, makeDisputeMark } from './review/dispute-mark.ts';
import { makeFindSession } from './projections/find-session.ts';
import { makeListStudentRates } from './analytics/student-rates.ts';
import { makeMarkAttendance } from './marking/mark-attendance.ts';
import { makeMarkManually } from './review/mark-manually.ts';
import { readSelfie } from './marking/selfies.ts';
import { makeRedeemTicket } from './marking/read-request.ts';
import { makeRefuseMark } from './marking/refuse-mark.ts';
import { makeReviewMark } from './review/review-mark.ts';
import { makeStartPasskeyCheck } from './marking/passkey/start-passkey-check.ts';
import { makeChartAttendance, makeSummarize } from './analytics/summarize.ts';
import { makeVerifyPasskey } from './marking/passkey/verify-passkey.ts';
import { makeWriteMark } from './marking/write-mark.ts';

interface Deps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  data: Data;
  relay: OutboxRelay;
  liveRoster: LiveRoster;
}

/** Gives each route the use-case behind it. */
export const makeRoutes = ({ config, log, metrics, data, relay, liveRoster }: Deps): Implementation[] => {
  const owner = (upstream: ServiceName, baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  const auth = owner('auth', config.AUTH_URL);
  const course = owner('course', config.COURSE_URL);
  const session = owner('session', config.SESSION_URL);
  const askOwner = makeAskOwner({ auth, course, session, projections: data.projections });
  const findSession = makeFindSession({ ...data, sessionService: session });
  const redeemTicket = makeRedeemTicket({
    ticketKeys: readPublicKeys('TICKET_PUBLIC_KEYS', config.TICKET_PUBLIC_KEYS),
  });
  const limitPlaceTries = makeLimitLocationAttempts(data);
  const publicOrigins = config.PUBLIC_ORIGINS;
  const zone = config.CAMPUS_TIME_ZONE;

  return [
    ...makeAttendanceRoutes({
      ...data,
      findSession,
      liveRoster,
      checkLocation: makeCheckLocation({ redeemTicket, findSession, limitPlaceTries }),
      startPasskeyCheck: makeStartPasskeyCheck({ ...data, redeemTicket, askOwner, publicOrigins }),
      markAttendance: makeMarkAttendance({
        ...data,
        redeemTicket,
        decideMark: makeDecideMark({ ...data, askOwner, pepper: config.PIN_PEPPER }),
        writeMark: makeWriteMark({
          ...data,
          readSelfie,
          verifyPasskey: makeVerifyPasskey({ ...data, publicOrigins, log }),
          relay,
        }),
        refuseMark: makeRefuseMark({ ...data, limitPlaceTries }),
        tellOutcome: makeCountMarks(metrics),
      }),
    }),
    ...makeReviewRoutes({
      ...data,
      findSession,
      reviewMark: makeReviewMark({ ...data, relay }),
      markManually: makeMarkManually({ ...data, findSession, askOwner, relay }),
      disputeMark: makeDisputeMark(data),
      answerDispute: makeAnswerDispute(data),
    }),
    ...makeReportRoutes({ ...data, zone }),
    ...makeAnalyticsRoutes({
      summarize: makeSummarize({ ...data, zone }),
      chartAttendance: makeChartAttendance({ ...data, zone }),
      listStudentRates: makeListStudentRates({ ...data, courseService: course }),
    }),
  ];
};
