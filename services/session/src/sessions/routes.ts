import {
  routes,
  type AnonymousScan,
  type DeviceKey,
  type FreshCode,
  type NewSession,
  type PersonalData,
  type SessionPolicy,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  type IdempotentRequest,
  implement,
  type Implementation,
  isSignedByDevice,
  notFound,
} from '@qr-attendance/server';
import { toSessionChanged, type RefreshInterval, type Session } from './rules/session.ts';
import type { DescribeSessions } from './describe-sessions.ts';
import type { SessionsWanted } from './list-sessions.ts';
import { readPosition, writePosition } from './session-position.ts';

interface UseCases {
  createSession: (teacher: Caller, session: NewSession, once?: IdempotentRequest) => Promise<Session>;
  getSessionDefaults: (teacher: Caller, courseId: string) => Promise<SessionPolicy>;
  listSessions: (caller: Caller, wanted: SessionsWanted) => Promise<Session[]>;
  getSession: (caller: Caller, id: string) => Promise<Session>;
  endSession: (teacher: Caller, id: string) => Promise<Session>;
  refreshCode: (teacher: Caller, id: string, wanted?: RefreshInterval) => Promise<FreshCode>;
  verifyCode: (caller: Caller, code: string) => Promise<VerifiedScan>;
  scanAnonymously: (code: string, deviceKey: DeviceKey) => Promise<AnonymousScan>;
  redeemScan: (caller: Caller, scan: string, provenKey: DeviceKey | undefined) => Promise<VerifiedScan>;
  exportPersonalData: (caller: Caller) => Promise<PersonalData>;
  getSessionInternal: (id: string) => Promise<Session>;
  describeSessions: DescribeSessions;
}

/** What the routes of the contract do. */
export const sessionRoutes = (useCases: UseCases): Implementation[] => {
  const describeOne = async (caller: Caller, session: Session) => {
    const [answer] = await useCases.describeSessions(caller, [session]);
    if (!answer) throw notFound('Session');
    return answer;
  };

  return [
    implement(routes.session.createSession, async ({ caller, body, once }) =>
      describeOne(caller, await useCases.createSession(caller, body, once)),
    ),
    implement(routes.session.listSessions, async ({ caller, query, response }) => {
      const { cursor, limit, ...filter } = query;
      // One more than the page holds, so as to know whether there is a next.
      const wanted = { ...filter, limit: limit + 1, after: readPosition(cursor) };
      const rows = await useCases.listSessions(caller, wanted);
      return useCases.describeSessions(caller, answerPage(response, rows, limit, writePosition));
    }),
    implement(routes.session.verifyCode, ({ caller, params }) => useCases.verifyCode(caller, params.qrCode)),
    implement(routes.session.scanAnonymously, ({ body }) =>
      useCases.scanAnonymously(body.code, body.deviceKey),
    ),
    implement(routes.session.redeemScan, ({ caller, request, body: { scan, deviceKey } }) =>
      useCases.redeemScan(caller, scan, isSignedByDevice(request, deviceKey) ? deviceKey : undefined),
    ),
    implement(routes.session.getMySessionData, ({ caller }) => useCases.exportPersonalData(caller)),
    implement(routes.session.getSessionDefaults, ({ caller, query }) =>
      useCases.getSessionDefaults(caller, query.courseId),
    ),
    implement(routes.session.getSession, async ({ caller, params }) =>
      describeOne(caller, await useCases.getSession(caller, params.id)),
    ),
    // An end time that the client sends is not looked at: the server's clock alone decides.
    implement(routes.session.endSession, async ({ caller, params }) =>
      describeOne(caller, await useCases.endSession(caller, params.id)),
    ),
    implement(routes.session.refreshCode, ({ caller, params, body }) =>
      useCases.refreshCode(caller, params.id, body?.refreshInterval),
    ),
    implement(routes.session.getSessionInternal, async ({ params }) =>
      toSessionChanged(await useCases.getSessionInternal(params.id)),
    ),
  ];
};
