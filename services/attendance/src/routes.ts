import type { ServiceName } from '@qr-attendance/contracts';
import {
  createInternalClient,
  readPublicKeys,
  type Implementation,
  type Logger,
  type Metrics,
  type OutboxRelay,
} from '@qr-attendance/service-kit';
import type { Config } from './config.ts';
import { makeCountMarks } from './count-marks.ts';
import type { Data } from './data/data.ts';
import { makeAnalyticsRoutes } from './http/analytics-routes.ts';
import { makeAttendanceRoutes } from './http/attendance-routes.ts';
import type { LiveRoster } from './http/live-roster.ts';
import { makeReportRoutes } from './http/report-routes.ts';
import { makeReviewRoutes } from './http/review-routes.ts';
import { makeAskOwner } from './use-cases/ask-owner.ts';
import { makeCheckLocation } from './use-cases/check-location.ts';
import { makeDecideMark } from './use-cases/decide-mark.ts';
import { makeAnswerDispute, makeDisputeMark } from './use-cases/dispute-mark.ts';
import { makeFindSession } from './use-cases/find-session.ts';
import { makeLimitPlaceTries } from './use-cases/limit-place-tries.ts';
import { makeListStudentRates } from './use-cases/list-student-rates.ts';
import { makeMarkAttendance } from './use-cases/mark-attendance.ts';
import { makeMarkByHand } from './use-cases/mark-by-hand.ts';
import { readSelfie } from './use-cases/read-selfie.ts';
import { makeRedeemTicket } from './use-cases/redeem-ticket.ts';
import { makeRefuseMark } from './use-cases/refuse-mark.ts';
import { makeReviewMark } from './use-cases/review-mark.ts';
import { makeStartPasskeyCheck } from './use-cases/start-passkey-check.ts';
import { makeChartAttendance, makeSummarise } from './use-cases/summarise.ts';
import { makeVerifyPasskey } from './use-cases/verify-passkey.ts';
import { makeWriteMark } from './use-cases/write-mark.ts';

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
  const limitPlaceTries = makeLimitPlaceTries(data);
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
      markByHand: makeMarkByHand({ ...data, findSession, askOwner, relay }),
      disputeMark: makeDisputeMark(data),
      answerDispute: makeAnswerDispute(data),
    }),
    ...makeReportRoutes({ ...data, zone }),
    ...makeAnalyticsRoutes({
      summarise: makeSummarise({ ...data, zone }),
      chartAttendance: makeChartAttendance({ ...data, zone }),
      listStudentRates: makeListStudentRates({ ...data, courseService: course }),
    }),
  ];
};
