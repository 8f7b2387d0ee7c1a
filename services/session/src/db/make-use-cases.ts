import type { SessionPolicy, TicketClaims } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import type { InternalClient } from '@qr-attendance/server';
import type { WrongCodes } from '../scanning/wrong-codes.ts';
import type { ScanTokens } from '../scanning/scan-tokens.ts';
import type { Stores } from './stores.ts';
import { makeCreateSession } from '../sessions/create-session.ts';
import { makeDescribeSessions } from '../sessions/describe-sessions.ts';
import { makeEndOverdueSessions } from '../sessions/end-overdue-sessions.ts';
import { makeEnd, makeEndSession } from '../sessions/end-session.ts';
import { makeExportPersonalData } from '../privacy/export-personal-data.ts';
import { makeFindCourses, makeFindOwnCourse, makeIsEnrolled } from '../projections/find-courses.ts';
import { makeFindNames } from '../projections/find-names.ts';
import { makeFindOwnSession } from '../sessions/find-own-session.ts';
import { makeGetSessionDefaults } from '../sessions/get-session-defaults.ts';
import { makeGetSession, makeGetSessionInternal } from '../sessions/get-session.ts';
import { makeIssueCode } from '../codes/issue-code.ts';
import { makeIssueTicket } from '../scanning/issue-ticket.ts';
import { makeLimitWrongCodes } from '../scanning/limit-wrong-codes.ts';
import { makeListSessions } from '../sessions/list-sessions.ts';
import { makeRedeemScan } from '../scanning/redeem-scan.ts';
import { makeScanAnonymously } from '../scanning/scan-anonymously.ts';
import { makeRefreshCode } from '../codes/refresh-code.ts';
import { makeRotateCode } from '../codes/rotate-code.ts';
import { makeFindByLiveCode, makeVerifyCode } from '../scanning/verify-code.ts';

interface Deps extends Stores {
  auth: InternalClient;
  courseService: InternalClient;
  newCode: () => string;
  graceSeconds: number;
  institutionPolicy: SessionPolicy;
  signTicket: (claims: Omit<TicketClaims, 'jti'>) => { ticket: string; expiresAt: Date };
  scanTokens: ScanTokens;
  wrongCodes: WrongCodes;
  clock: () => Date;
  log: Logger;
}

/** Everything this service can do. */
export const makeUseCases = (deps: Deps) => {
  const findNames = makeFindNames(deps);
  const findCourses = makeFindCourses(deps);
  const findOwnCourse = makeFindOwnCourse(deps);
  const findOwnSession = makeFindOwnSession(deps);
  const issueCode = makeIssueCode(deps);
  const rotateCode = makeRotateCode({ ...deps, issueCode });
  const end = makeEnd(deps);
  const findByLiveCode = makeFindByLiveCode(deps);
  const issueTicket = makeIssueTicket({ ...deps, findCourses, findNames });
  const limitWrongCodes = makeLimitWrongCodes(deps);
  return {
    createSession: makeCreateSession({ ...deps, issueCode, findOwnCourse }),
    getSessionDefaults: makeGetSessionDefaults({ ...deps, findOwnCourse }),
    listSessions: makeListSessions(deps),
    getSession: makeGetSession({ ...deps, rotateCode, isEnrolled: makeIsEnrolled(deps) }),
    getSessionInternal: makeGetSessionInternal({ ...deps, end }),
    endSession: makeEndSession({ ...deps, findOwnSession, end }),
    endOverdueSessions: makeEndOverdueSessions({ ...deps, end }),
    refreshCode: makeRefreshCode({ ...deps, findOwnSession, rotateCode }),
    verifyCode: makeVerifyCode({ findByLiveCode, issueTicket, limitWrongCodes }),
    scanAnonymously: makeScanAnonymously({ ...deps, findByLiveCode }),
    redeemScan: makeRedeemScan({ ...deps, issueTicket, limitWrongCodes }),
    exportPersonalData: makeExportPersonalData(deps),
    describeSessions: makeDescribeSessions({ ...deps, findCourses, findNames }),
  };
};
