import type { KeyObject } from 'node:crypto';
import type { OutboxRelay } from '@qr-attendance/messaging';
import type { Metrics } from '@qr-attendance/observability';
import type { Implementation, Suspensions } from '@qr-attendance/server';
import type { Config } from './config.ts';
import { deriveKey } from './sign-in/rules/derived-key.ts';
import { makeAccountRoutes } from './passwords/routes.ts';
import { makeAdminRoutes } from './admin/routes.ts';
import { makeCookies } from './sign-in/cookies.ts';
import { makePasskeyRoutes } from './passkeys/routes.ts';
import { makePersonRoutes } from './people/routes.ts';
import { makeSessionRoutes } from './sign-in/routes.ts';
import { makeSignInPerson } from './sign-in/sign-in-person.ts';
import type { MailRelay } from './email/email-relay.ts';
import type { Stores } from './db/stores.ts';
import { makePasswordQueue } from './password-queue/password-queue.ts';
import { makeRegisterDevice, makeRemoveDevice } from './devices/change-devices.ts';
import { makeAddPasskey, makeRemovePasskey } from './passkeys/change-passkeys.ts';
import { makeChangePassword } from './passwords/change-password.ts';
import { makeChangePreferences, makeSetPin, makeSetSelfieConsent } from './security/change-security.ts';
import { makeConfirmPassword } from './guess-limits/confirm-password.ts';
import { makeEraseMe } from './privacy/erase-me.ts';
import { makeGuardPassword } from './guess-limits/guard-password.ts';
import { makeTokens } from './sign-in/issue-tokens.ts';
import { makeLimitEmails } from './email/limit-emails.ts';
import { makeManagePeople } from './admin/manage-people.ts';
import { makeRegisterPerson } from './registration/register-person.ts';
import { makeRequirePerson } from './people/require-person.ts';
import { makeForgotPassword, makeResetPassword } from './passwords/reset-password.ts';
import { makeRevokeRefreshToken, makeRotateRefreshToken } from './sign-in/rotate-refresh-token.ts';
import { makeAskForSignInLink, makeSignInByLink, SIGN_IN_CODES } from './sign-in/sign-in-by-link.ts';
import { makeSignIn } from './sign-in/sign-in.ts';
import { makeStartPasskeyRegistration } from './passkeys/start-passkey-registration.ts';

/** The service's public and internal routes, each with what it does. */
export const makeRoutes = (
  stores: Stores,
  config: Config,
  running: { relay: OutboxRelay; mailRelay: MailRelay; suspensions: Suspensions },
  signingKey: { kid: string; key: KeyObject },
  metrics: Metrics,
): Implementation[] => {
  const tokens = makeTokens({
    ...stores,
    signingKey,
    accessMinutes: config.ACCESS_TOKEN_MINUTES,
    refreshDays: config.REFRESH_TOKEN_DAYS,
  });
  const cookies = makeCookies({ secure: config.COOKIE_SECURE });
  const signInPerson = makeSignInPerson({ tokens, cookies });
  const guard = makeGuardPassword({ ...stores, metrics });
  const passwords = makePasswordQueue({
    key: deriveKey(signingKey.key, 'places in the password queue'),
    length: config.PASSWORD_QUEUE_LENGTH,
    concurrency: config.PASSWORD_HASHES_AT_ONCE,
    metrics,
  });
  const limitEmails = makeLimitEmails({
    attempts: stores.attempts,
    ceilings: { perAddress: config.MAIL_LINKS_PER_ADDRESS, inAll: config.MAIL_LINKS_IN_ALL },
    metrics,
  });
  const requirePerson = makeRequirePerson(stores);
  const shared = {
    ...stores,
    ...running,
    guard,
    passwords,
    limitEmails,
    codeKey: deriveKey(signingKey.key, SIGN_IN_CODES),
    tokens,
    confirmPassword: makeConfirmPassword({ ...stores, guard, passwords }),
    publicOrigins: config.PUBLIC_ORIGINS,
    pinPepper: config.PIN_PEPPER,
    teacherRegistration: config.TEACHER_REGISTRATION,
  };
  return [
    ...makeSessionRoutes({
      registerPerson: makeRegisterPerson(shared),
      signIn: makeSignIn(shared),
      askForSignInLink: makeAskForSignInLink(shared),
      signInByLink: makeSignInByLink(shared),
      rotateRefreshToken: makeRotateRefreshToken(shared),
      revokeRefreshToken: makeRevokeRefreshToken(shared),
      signOutEverywhere: async (personId) => {
        await stores.accounts.signOutEverywhere(personId);
        running.relay.wake();
      },
      requirePerson,
      teacherRegistration: config.TEACHER_REGISTRATION,
      signInPerson,
      cookies,
    }),
    ...makeAccountRoutes({
      changePassword: makeChangePassword(shared),
      forgotPassword: makeForgotPassword(shared),
      resetPassword: makeResetPassword(shared),
      readPersonalData: stores.readPersonalData,
      eraseMe: makeEraseMe(shared),
      signInPerson,
      cookies,
    }),
    ...makePersonRoutes({
      findPerson: stores.people.findById,
      changePreferences: makeChangePreferences(shared),
      setPin: makeSetPin(shared),
      registerDevice: makeRegisterDevice(shared),
      removeDevice: makeRemoveDevice(shared),
      setSelfieConsent: makeSetSelfieConsent(shared),
    }),
    ...makePasskeyRoutes({
      startPasskeyRegistration: makeStartPasskeyRegistration(shared),
      addPasskey: makeAddPasskey(shared),
      removePasskey: makeRemovePasskey(shared),
    }),
    ...makeAdminRoutes({ ...stores, managePeople: makeManagePeople(shared), requirePerson }),
  ];
};
