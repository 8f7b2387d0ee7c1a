import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { completeSignIn, type SignInDeps } from '../../core/visits/visits.ts';
import {
  activateAtSignIn,
  type FinishDeps,
  finishWithSecondFactor,
  startPasskeyAtSignIn,
  startPasskeySetupAtSignIn,
  startSetupAtSignIn,
} from './finish-sign-in.ts';
import {
  activateSecondFactor,
  forgetRememberedBrowsers,
  getSecondFactor,
  type ManageDeps,
  proveBySecondFactor,
  removeAuthenticatorApp,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './manage-second-factor.ts';

type Stores = Omit<SignInDeps, 'requireSecondFactor'> & ManageDeps & FinishDeps;

export const secondFactorRoutes = (context: Stores): Implementation[] => {
  const { cookies } = context;
  return [
    implement(routes.auth.getSecondFactor, ({ caller }) => getSecondFactor(context, caller)),
    implement(routes.auth.startSecondFactor, ({ caller }) => startSecondFactor(context, caller)),
    implement(routes.auth.activateSecondFactor, async ({ caller, body }) => ({
      recoveryCodes: await activateSecondFactor(context, caller, body),
    })),
    implement(routes.auth.renewRecoveryCodes, async ({ caller }) => ({
      recoveryCodes: await renewRecoveryCodes(context, caller),
    })),
    implement(routes.auth.removeSecondFactor, ({ caller }) => removeSecondFactor(context, caller)),
    implement(routes.auth.removeAuthenticatorApp, ({ caller }) => removeAuthenticatorApp(context, caller)),
    implement(routes.auth.forgetRememberedBrowsers, ({ caller }) =>
      forgetRememberedBrowsers(context, caller),
    ),
    implement(routes.auth.proveBySecondFactor, ({ caller, body }) =>
      proveBySecondFactor(context, caller, body.code),
    ),
    implement(routes.auth.finishWithSecondFactor, async (call) => {
      const challenge = cookies.readSignInChallenge(call.request);
      const { signedIn, remembered } = await finishWithSecondFactor(context, challenge, call.body);
      const answer = await completeSignIn(context, signedIn, call);
      // Only now, because a failed sign-in is finished again with the same challenge.
      cookies.clearSignInChallenge(call.response);
      if (remembered !== undefined) cookies.writeRemembered(call.response, remembered);
      return answer;
    }),
    implement(routes.auth.startPasskeyAtSignIn, ({ request }) =>
      startPasskeyAtSignIn(context, cookies.readSignInChallenge(request), request.headers.origin),
    ),
    implement(routes.auth.startPasskeySetupAtSignIn, ({ request }) =>
      startPasskeySetupAtSignIn(context, cookies.readSignInChallenge(request), request.headers.origin),
    ),
    implement(routes.auth.startSecondFactorAtSignIn, ({ request }) =>
      startSetupAtSignIn(context, cookies.readSignInChallenge(request)),
    ),
    implement(routes.auth.activateSecondFactorAtSignIn, async (call) => {
      const challenge = cookies.readSignInChallenge(call.request);
      const { signedIn, recoveryCodes } = await activateAtSignIn(context, challenge, call.body);
      const answer = await completeSignIn(context, signedIn, call);
      cookies.clearSignInChallenge(call.response);
      return { ...answer, recoveryCodes };
    }),
  ];
};
