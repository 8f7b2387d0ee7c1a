import { postgresDeadLetters } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { makeSuspensions, readPeppers, type readPrivateKey } from '@qr-attendance/server';
import { makeInvites } from './admin/invites.ts';
import { makeManagedPeople } from './admin/managed-people.ts';
import type { Config } from './config.ts';
import type { Database, Pool } from './db/database.ts';
import { makeEmailAddresses } from './email-address/email-addresses.ts';
import { makeAfterAnswer } from './email/after-answer.ts';
import { makeMailQueue, startMailRelay, startNoticeRelay } from './email/email-queue.ts';
import { makeLimitEmails } from './email/limit-emails.ts';
import { makeMailTransport, sendEmail } from './email/send-email.ts';
import { makeAttempts } from './guess-limits/attempts.ts';
import { makeGuardPassword } from './guess-limits/guard-password.ts';
import { makeTrustedPlaces } from './guess-limits/trusted-places.ts';
import { makeWrongAccounts } from './guess-limits/wrong-accounts.ts';
import { makeNotices } from './notices/notices.ts';
import { sendNotices } from './notices/send-notices.ts';
import { makeUnsubscribeTokens } from './notices/unsubscribe-tokens.ts';
import { makePasswordQueue } from './password-queue/password-queue.ts';
import { makeAccounts, makePasswordResets } from './passwords/accounts.ts';
import { makePeople } from './people/people.ts';
import { makeErasure } from './privacy/erasure.ts';
import { makePersonalData } from './privacy/personal-data.ts';
import { makeAccountChecks } from './security/account-checks.ts';
import { makeConfirmedProofs } from './security/confirm-proofs.ts';
import { makeDevices } from './security/devices.ts';
import { makePasskeyChallenges } from './security/passkey-challenges.ts';
import { makeStudentSecurity } from './security/student-security.ts';
import { makeCookies } from './sign-in/cookies.ts';
import { makeRefreshTokens } from './sign-in/refresh-tokens.ts';
import { deriveKey } from './sign-in/rules/secret.ts';
import { makeSignInLinks, SIGN_IN_CODES } from './sign-in/sign-in-links.ts';
import { makeTokens } from './sign-in/tokens.ts';

interface Deps {
  database: Database;
  pool: Pool;
  signingKey: ReturnType<typeof readPrivateKey>;
  /** Wakes what publishes the outbox. */
  wakeRelay: () => void;
  log: Logger;
  metrics: Metrics;
}

const coolDownsOf = ({
  DEVICE_COOL_DOWN_HOURS: replacedHours,
  ADDED_PROOF_COOL_DOWN_HOURS: addedHours = replacedHours,
}: Config) => ({ replacedHours, addedHours });

/** All that reads and writes the service's database. */
const createStores = (config: Config, { database, pool }: Pick<Deps, 'database' | 'pool'>) => ({
  accountChecks: makeAccountChecks(database),
  accounts: makeAccounts(database, config.ACCESS_TOKEN_MINUTES),
  attempts: makeAttempts(pool),
  challenges: makePasskeyChallenges(database),
  confirmedProofs: makeConfirmedProofs(database),
  deadLetters: postgresDeadLetters(pool),
  emailAddresses: makeEmailAddresses(database),
  devices: makeDevices(database, coolDownsOf(config)),
  erasure: makeErasure(database, config.ACCESS_TOKEN_MINUTES),
  invites: makeInvites(database),
  mailQueue: makeMailQueue(database),
  notices: makeNotices(database),
  managed: makeManagedPeople(database, config.ACCESS_TOKEN_MINUTES),
  people: makePeople(database),
  readPersonalData: makePersonalData(database),
  refreshTokens: makeRefreshTokens(database),
  resets: makePasswordResets(database),
  security: makeStudentSecurity(database, coolDownsOf(config)),
  signInLinks: makeSignInLinks(database),
  trustedPlaces: makeTrustedPlaces(database),
  wrongAccounts: makeWrongAccounts(pool),
});

export const createContext = (config: Config, deps: Deps) => {
  const { signingKey, wakeRelay, log, metrics } = deps;
  const clock = () => new Date();
  const stores = createStores(config, deps);
  const { attempts, mailQueue, people, refreshTokens, trustedPlaces, wrongAccounts } = stores;
  const transport = makeMailTransport(config);
  const mailing = {
    ...stores,
    ...{ clock, transport, log },
    limitEmails: makeLimitEmails({
      attempts,
      ceilings: { perAddress: config.MAIL_LINKS_PER_ADDRESS, inAll: config.MAIL_LINKS_IN_ALL },
      metrics,
    }),
    codeKey: deriveKey(signingKey.key, SIGN_IN_CODES),
    unsubscribeTokens: makeUnsubscribeTokens(signingKey.key),
    publicOrigins: config.PUBLIC_ORIGINS,
    auditorEmail: config.AUDITOR_EMAIL,
    campusTimeZone: config.CAMPUS_TIME_ZONE,
  };
  return {
    ...mailing,
    /** Sends the mails that wait; woken when one is written. */
    mailRelay: startMailRelay({ mailQueue, send: (mail) => sendEmail(mailing, mail), log }),
    noticeRelay: startNoticeRelay({
      mailQueue,
      send: (mailId, userId) => sendNotices(mailing, mailId, userId),
      log,
    }),
    afterAnswer: makeAfterAnswer(log),
    wakeRelay,
    peppers: readPeppers(config),
    freshProofMinutes: config.FRESH_PROOF_MINUTES,
    teacherRegistration: config.TEACHER_REGISTRATION,
    institution: config.INSTITUTION,
    cookies: makeCookies({ secure: config.COOKIE_SECURE }),
    tokens: makeTokens({
      refreshTokens,
      signingKey,
      accessMinutes: config.ACCESS_TOKEN_MINUTES,
      refreshDays: config.REFRESH_TOKEN_DAYS,
    }),
    guard: makeGuardPassword({ attempts, trustedPlaces, wrongAccounts, metrics }),
    passwordQueue: makePasswordQueue({
      key: deriveKey(signingKey.key, 'places in the password queue'),
      length: config.PASSWORD_QUEUE_LENGTH,
      concurrency: config.PASSWORD_HASHES_AT_ONCE,
      metrics,
    }),
    suspensions: makeSuspensions({
      load: people.refusals,
      log,
    }),
  };
};
export type Context = ReturnType<typeof createContext>;
