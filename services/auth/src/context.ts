import { postgresDeadLetters } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createSuspensions, type Peppers, readPeppers, type readPrivateKey } from '@qr-attendance/server';
import type { Config } from './config.ts';
import { createAuditLog } from './core/audit/audit-log.ts';
import { createAccounts, createPasswordResets } from './core/accounts/accounts.ts';
import { createPasswordPolicy } from './core/password-checks/password-policy.ts';
import { createResetLink } from './core/accounts/reset-link.ts';
import { createSignInQueue } from './core/sign-in-queue/sign-in-queue.ts';
import { createAfterAnswer } from './core/email/after-answer.ts';
import { createMailQueue, startMailRelay, startNoticeRelay } from './core/email/email-queue.ts';
import { createLimitEmails } from './core/email/limit-emails.ts';
import { createMailTransport, labelOfFolder } from './core/email/mail-transport.ts';
import { type CreateLinks, sendEmail } from './core/email/send-email.ts';
import { createErasure } from './core/erasure/erasure.ts';
import { createIdentities } from './core/identities/identities.ts';
import { createLinkedIdentities } from './core/identities/linked-identities.ts';
import { createProviderSessions } from './core/identities/provider-sessions.ts';
import { createProviders } from './core/identities/providers.ts';
import { createInvites } from './core/invites/invites.ts';
import { createErasedIds, type ErasedIds } from './core/people/erased-ids.ts';
import { createPeople } from './core/people/people.ts';
import type { Person } from './core/people/rules/person.ts';
import { createSecondFactorParts } from './core/second-factor/create-parts.ts';
import { createSealedSecrets } from './core/secrets/sealed-secrets.ts';
import { createAttempts } from './core/sign-in-limits/count-attempts.ts';
import { createGuardPassword } from './core/sign-in-limits/wrong-passwords.ts';
import type { Visit } from './core/sign-in-limits/rules/place.ts';
import { createTakenNumbers } from './features/registration/taken-numbers.ts';
import { createTrustedPlaces } from './core/sign-in-limits/trusted-places.ts';
import { createFailedAccountCounter } from './core/sign-in-limits/wrong-accounts.ts';
import { createConfirmedProofs } from './core/security/confirm-proofs.ts';
import { createDevices } from './core/security/devices.ts';
import { createPasskeyChallenges } from './core/security/passkey-challenges.ts';
import { createPasskeys } from './core/security/passkeys.ts';
import { createStudentSecurity } from './core/security/student-security.ts';
import { createCookies } from './core/tokens/cookies.ts';
import { createRefreshTokens } from './core/tokens/refresh-tokens.ts';
import { deriveKey } from './core/tokens/rules/secret.ts';
import { createTokens } from './core/tokens/tokens.ts';
import type { Database, Pool } from './db/database.ts';
import { createManagedPeople } from './features/admin/managed-people.ts';
import { createMerges } from './features/admin/merges.ts';
import { createEmailAddresses } from './features/email-address/email-addresses.ts';
import { createVerificationLink } from './features/email-address/verification-link.ts';
import { type Requester, sendFirstLink } from './features/email-address/verify-email.ts';
import { createNotices } from './features/notices/notices.ts';
import { sendNotices } from './features/notices/send-notices.ts';
import { createUnsubscribeTokens } from './features/notices/unsubscribe-tokens.ts';
import { createAttempts as createProviderAttempts, PROVIDER_ATTEMPTS } from './features/oidc/attempts.ts';
import { createProviderClients } from './features/oidc/provider-clients.ts';
import { createProviderFetch } from './features/oidc/provider-fetch.ts';
import { createProviderFailures, createProviderTests } from './features/oidc/provider-records.ts';
import { createKnownPeople } from './features/people/known-people.ts';
import { createListedStudents } from './features/people/listed-students.ts';
import { createPeopleRecords } from './features/people/records.ts';
import { separateStatements } from './features/people/separate-statements.ts';
import { stateClaims } from './features/people/state-claims.ts';
import { createPersonalDataReader } from './features/privacy/personal-data.ts';
import { inviteAfterAnswer } from './features/registration/invite-people.ts';
import {
  createRegistrationLink,
  createRegistrationLinks,
} from './features/registration/registration-links.ts';
import { createAccountChecks } from './features/security/account-checks.ts';
import { createSignInLink, createSignInLinks, SIGN_IN_CODES } from './features/sign-in/sign-in-links.ts';

interface Deps {
  database: Database;
  pool: Pool;
  signingKey: ReturnType<typeof readPrivateKey>;
  wakeRelay: () => void;
  log: Logger;
  metrics: Metrics;
}

const coolDownsOf = ({
  DEVICE_COOL_DOWN_HOURS: replacedHours,
  ADDED_PROOF_COOL_DOWN_HOURS: addedHours = replacedHours,
}: Config) => ({ replacedHours, addedHours });

const signInDaysOf = ({ SIGN_IN_MAX_DAYS_STAFF: staff, SIGN_IN_MAX_DAYS_STUDENTS: students }: Config) => ({
  staff,
  students,
});

const createStores = (
  config: Config,
  { database, pool }: Pick<Deps, 'database' | 'pool'>,
  erasedIds: ErasedIds,
) => ({
  accountChecks: createAccountChecks(database),
  accounts: createAccounts(database, config.ACCESS_TOKEN_MINUTES),
  attempts: createAttempts(pool),
  auditLog: createAuditLog(database),
  challenges: createPasskeyChallenges(database),
  confirmedProofs: createConfirmedProofs(database),
  deadLetters: postgresDeadLetters(pool),
  emailAddresses: createEmailAddresses(database, config.ACCESS_TOKEN_MINUTES),
  devices: createDevices(database, coolDownsOf(config)),
  erasure: createErasure(database, config.ACCESS_TOKEN_MINUTES, erasedIds),
  identities: createIdentities(database, { erasedIds, stateClaims }),
  invites: createInvites(database),
  linkedIdentities: createLinkedIdentities(database, config.PASSWORD_SIGN_IN),
  listedStudents: createListedStudents(database, {
    minutes: config.ACCESS_TOKEN_MINUTES,
    teacherRegistration: config.TEACHER_REGISTRATION,
  }),
  mailQueue: createMailQueue(database),
  notices: createNotices(database),
  managed: createManagedPeople(database, config.ACCESS_TOKEN_MINUTES),
  merges: createMerges(database, config.ACCESS_TOKEN_MINUTES, separateStatements),
  passkeys: createPasskeys(database, coolDownsOf(config)),
  people: createPeople(database),
  knownPeople: createKnownPeople(database),
  peopleRecords: createPeopleRecords(database, { minutes: config.ACCESS_TOKEN_MINUTES, erasedIds }),
  registrationLinks: createRegistrationLinks(database, config.ACCESS_TOKEN_MINUTES),
  providerFailures: createProviderFailures(database),
  providerSessions: createProviderSessions(database),
  providerTests: createProviderTests(database),
  readPersonalData: createPersonalDataReader(database),
  refreshTokens: createRefreshTokens(database, signInDaysOf(config)),
  resets: createPasswordResets(database),
  security: createStudentSecurity(database),
  signInLinks: createSignInLinks(database),
  takenNumbers: createTakenNumbers(pool),
  trustedPlaces: createTrustedPlaces(database),
  wrongAccounts: createFailedAccountCounter(pool),
});

const createProviderSignIn = (
  config: Config,
  { database, signingKey, metrics }: Pick<Deps, 'database' | 'signingKey' | 'metrics'>,
  peppers: Peppers,
) => {
  const secrets = createSealedSecrets(peppers, 'secrets of identity providers');
  // Without TLS, the product runs on a single machine, where providers may use plain HTTP as well.
  const providerFetch = createProviderFetch({ allowHttp: !config.COOKIE_SECURE });
  const count = metrics.counter({
    name: 'provider_sign_ins_total',
    help: 'Sign-ins through an identity provider, by outcome.',
    labels: ['provider', 'outcome'],
  });
  return {
    providers: createProviders(database, secrets),
    providerAttempts: createProviderAttempts(database, deriveKey(signingKey.key, PROVIDER_ATTEMPTS)),
    providerClients: createProviderClients({ secrets, fetch: providerFetch, metrics }),
    providerFetch,
    countProviderSignIn: (provider: string, outcome: string) => count({ provider, outcome }),
  };
};

export const createContext = (config: Config, deps: Deps) => {
  const { signingKey, wakeRelay, log, metrics } = deps;
  const clock = () => new Date();
  const peppers = readPeppers(config);
  const stores = createStores(config, deps, createErasedIds(peppers));
  const { attempts, mailQueue, people, refreshTokens, trustedPlaces, wrongAccounts } = stores;
  const transport = createMailTransport(config);
  const codeKey = deriveKey(signingKey.key, SIGN_IN_CODES);
  const linking = { ...stores, codeKey, publicOrigins: config.PUBLIC_ORIGINS, clock };
  const createLinks: CreateLinks = {
    registration: (link) => createRegistrationLink(linking, link),
    verification: (link) => createVerificationLink(linking, link),
    signIn: (userId, request) => createSignInLink(linking, userId, request),
    reset: (userId, hours) => createResetLink(linking, userId, hours),
  };
  const mailing = {
    ...linking,
    transport,
    log,
    createLinks,
    limitEmails: createLimitEmails({
      attempts,
      ceilings: {
        perAddress: config.MAIL_LINKS_PER_ADDRESS,
        inAll: config.MAIL_LINKS_IN_ALL,
      },
      metrics,
    }),
    unsubscribeTokens: createUnsubscribeTokens(signingKey.key),
    auditorEmail: config.AUDITOR_EMAIL,
    campusTimeZone: config.CAMPUS_TIME_ZONE,
  };
  const noticeRelay = startNoticeRelay({
    mailQueue,
    send: (waiting) => sendNotices(mailing, waiting),
    log,
  });
  const mailRelay = startMailRelay({ mailQueue, send: (mail) => sendEmail(mailing, mail), log });
  const inviting = { ...mailing, mailRelay, afterAnswer: createAfterAnswer(log) };
  const cookies = createCookies({ secure: config.COOKIE_SECURE });
  return {
    ...inviting,
    ...createProviderSignIn(config, deps, peppers),
    ...createSecondFactorParts({
      ...inviting,
      database: deps.database,
      peppers,
      coolDowns: coolDownsOf(config),
      requirement: config.SECOND_FACTOR_REQUIRED,
      cookies,
    }),
    cookies,
    inviteAfterAnswer: (person: Person, visit: Visit) => inviteAfterAnswer(inviting, person, visit),
    sendFirstLink: (person: Person, place: Requester) => sendFirstLink(inviting, person, place),
    noticeRelay,
    passwordPolicy: createPasswordPolicy({
      database: deps.database,
      passwordSignIn: config.PASSWORD_SIGN_IN,
      noticeRelay,
    }),
    wakeRelay,
    peppers,
    teacherRegistration: config.TEACHER_REGISTRATION,
    emailFolder: config.MAIL_DIR === undefined ? undefined : labelOfFolder(config.MAIL_DIR),
    institution: config.INSTITUTION,
    settings: {
      teacherRegistration: config.TEACHER_REGISTRATION,
      refreshTokenDays: config.REFRESH_TOKEN_DAYS,
      signInDays: signInDaysOf(config),
      freshProofMinutes: config.FRESH_PROOF_MINUTES,
      replacedDeviceHours: config.DEVICE_COOL_DOWN_HOURS,
      addedProofHours: config.ADDED_PROOF_COOL_DOWN_HOURS ?? config.DEVICE_COOL_DOWN_HOURS,
      hasAuditor: config.AUDITOR_EMAIL !== undefined,
    },
    tokens: createTokens({
      refreshTokens,
      signingKey,
      accessMinutes: config.ACCESS_TOKEN_MINUTES,
      refreshDays: config.REFRESH_TOKEN_DAYS,
      freshProofMinutes: config.FRESH_PROOF_MINUTES,
      signInDays: signInDaysOf(config),
    }),
    guard: createGuardPassword({ attempts, trustedPlaces, wrongAccounts, metrics }),
    signInQueue: createSignInQueue({
      key: deriveKey(signingKey.key, 'places in the sign-in queue'),
      length: config.SIGN_IN_QUEUE_LENGTH,
      concurrency: config.PASSWORD_HASHES_AT_ONCE,
      metrics,
    }),
    suspensions: createSuspensions({
      load: people.refusals,
      log,
    }),
  };
};
export type Context = ReturnType<typeof createContext>;
