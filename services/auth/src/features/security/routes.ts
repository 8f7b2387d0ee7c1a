import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, notFound } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { type VisitDeps, visitOf } from '../../core/visits/visits.ts';
import {
  changePreferences,
  type SecurityDeps,
  type DeviceDeps,
  registerDevice,
  removeDevice,
  renewVerifier,
  setPin,
  setSelfieConsent,
} from './change-security.ts';
import { type AccountCheckDeps, dropFromAccount, getAccountCheck } from './check-account.ts';
import { confirmProof, type ConfirmProofDeps } from './confirm-proof.ts';
import { proveAgain, type ProofDeps } from './fresh-proof.ts';
import { proveByPasskey, type PasskeyProofDeps, startPasskeyProof } from './prove-by-passkey.ts';
import { addPasskey, type PasskeyDeps, removePasskey, startPasskeyRegistration } from './register-passkey.ts';

interface Stores
  extends
    SecurityDeps,
    DeviceDeps,
    AccountCheckDeps,
    ConfirmProofDeps,
    ProofDeps,
    PasskeyProofDeps,
    PasskeyDeps,
    VisitDeps {
  people: People;
}

export const securityRoutes = (context: Stores): Implementation[] => [
  implement(routes.auth.updateSecurity, async ({ caller, body }) => ({
    securityPreferences: await changePreferences(context, caller, body.securityPreferences),
  })),
  implement(routes.auth.setPin, async ({ caller, body }) => {
    await setPin(context, caller, body.pin);
    return { hasPin: true as const };
  }),
  implement(routes.auth.registerDevice, ({ caller, body }) => registerDevice(context, caller, body)),
  implement(routes.auth.removeDevice, ({ caller, params }) => removeDevice(context, caller, params.deviceId)),
  implement(routes.auth.setSelfieConsent, async ({ caller, body }) => {
    const since = await setSelfieConsent(context, caller.id, body.given);
    return { selfieConsentAt: since?.toISOString() ?? null };
  }),
  implement(routes.auth.getAccountCheck, ({ caller }) => getAccountCheck(context, caller.id)),
  implement(routes.auth.dropFromAccount, ({ caller, body }) => dropFromAccount(context, caller, body)),
  implement(routes.auth.startPasskeyRegistration, ({ caller, request }) =>
    startPasskeyRegistration(context, caller, request.headers.origin),
  ),
  implement(routes.auth.addPasskey, ({ caller, body }) => addPasskey(context, caller, body)),
  implement(routes.auth.confirmPassword, (call) =>
    proveAgain(context, call.caller, call.body.password, visitOf(context, call)),
  ),
  implement(routes.auth.startPasskeyProof, ({ caller, request }) =>
    startPasskeyProof(context, caller.id, request.headers.origin),
  ),
  implement(routes.auth.confirmPasskey, ({ caller, body }) =>
    proveByPasskey(context, caller, body.credential),
  ),
  implement(routes.auth.confirmProofInternal, async ({ params: { id, kind, proofId } }) => {
    const security = await confirmProof(context, id, { kind, id: proofId });
    if (!security) throw notFound('Student');
    return security;
  }),
  implement(routes.auth.renewPinVerifierInternal, async ({ params, body }) => ({
    renewed: await renewVerifier(context, params.id, body),
  })),
  implement(routes.auth.removePasskey, ({ caller, params }) => removePasskey(context, caller, params.id)),
];
