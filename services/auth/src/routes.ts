import type { KeyObject } from 'node:crypto';
import type { Implementation, OutboxRelay, Suspensions } from '@qr-attendance/service-kit';
import type { Config } from './config.ts';
import { makeAccountRoutes } from './http/account-routes.ts';
import { makeAdminRoutes } from './http/admin-routes.ts';
import { makeCookies } from './http/cookies.ts';
import { makePasskeyRoutes } from './http/passkey-routes.ts';
import { makePersonRoutes } from './http/person-routes.ts';
import { makeSessionRoutes } from './http/session-routes.ts';
import { makeSignInPerson } from './http/sign-in-person.ts';
import type { MailRelay } from './mail/start-mail-relay.ts';
import type { Stores } from './stores.ts';
import { makeRegisterDevice, makeRemoveDevice } from './use-cases/change-devices.ts';
import { makeAddPasskey, makeRemovePasskey } from './use-cases/change-passkeys.ts';
import { makeChangePassword } from './use-cases/change-password.ts';
import { makeChangePreferences, makeSetPin, makeSetSelfieConsent } from './use-cases/change-security.ts';
import { makeConfirmPassword } from './use-cases/confirm-password.ts';
import { makeEraseMe } from './use-cases/erase-me.ts';
import { makeGuardPassword } from './use-cases/guard-password.ts';
import { makeTokens } from './use-cases/issue-tokens.ts';
import { makeManagePeople } from './use-cases/manage-people.ts';
import { makeRegisterPerson } from './use-cases/register-person.ts';
import { makeRequirePerson } from './use-cases/require-person.ts';
import { makeForgotPassword, makeResetPassword } from './use-cases/reset-password.ts';
import { makeRevokeRefreshToken, makeRotateRefreshToken } from './use-cases/rotate-refresh-token.ts';
import { makeSignIn } from './use-cases/sign-in.ts';
import { makeStartPasskeyRegistration } from './use-cases/start-passkey-registration.ts';

/** The service's public and internal routes, each with what it does. */
export const makeRoutes = (
  stores: Stores,
  config: Config,
  running: { relay: OutboxRelay; mailRelay: MailRelay; suspensions: Suspensions },
  signingKey: { kid: string; key: KeyObject },
): Implementation[] => {
  const tokens = makeTokens({
    ...stores,
    signingKey,
    accessMinutes: config.ACCESS_TOKEN_MINUTES,
    refreshDays: config.REFRESH_TOKEN_DAYS,
  });
  const cookies = makeCookies({ secure: config.COOKIE_SECURE });
  const signInPerson = makeSignInPerson({ tokens, cookies });
  const guard = makeGuardPassword(stores);
  const requirePerson = makeRequirePerson(stores);
  const shared = {
    ...stores,
    ...running,
    guard,
    tokens,
    confirmPassword: makeConfirmPassword({ ...stores, guard }),
    publicOrigins: config.PUBLIC_ORIGINS,
    pinPepper: config.PIN_PEPPER,
    teacherRegistration: config.TEACHER_REGISTRATION,
  };
  return [
    ...makeSessionRoutes({
      registerPerson: makeRegisterPerson(shared),
      signIn: makeSignIn(shared),
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
