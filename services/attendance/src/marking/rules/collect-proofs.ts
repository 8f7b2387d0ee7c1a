import type {
  RequiredChecks,
  SecurityPreferences,
  SessionPolicy,
  AttendanceSubmission,
  FlagReason,
  PasskeyAssertion,
  PasskeyVerifier,
  StudentSecurity,
} from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';

/** What a student must show: whatever the session's policy or the student's own preferences ask for. */
export const requiredChecks = (policy: SessionPolicy, preferences: SecurityPreferences): RequiredChecks => ({
  requirePin: policy.requirePin || preferences.requirePin,
  requireDevice: policy.requireDevice || preferences.requireDeviceVerification,
  requireSelfie: policy.requireSelfie || preferences.requireSelfie,
  requirePasskey: policy.requirePasskey || preferences.requireBiometric,
});

/** An assertion by a passkey of the student, not yet verified. */
export interface PasskeyToVerify {
  verifier: PasskeyVerifier;
  assertion: PasskeyAssertion;
}
/** What came along with a mark as it was sent, each only where it is required. */
export interface Proofs {
  selfieImage?: string;
  passkey?: PasskeyToVerify;
  flags: FlagReason[];
}

const refuse = (code: string, message: string) => new DomainError('forbidden', code, message);

/** Told of an assertion that is not this student's answer to the challenge for this mark. */
export const passkeyFailed = (): DomainError =>
  refuse('passkey_failed', 'Biometric verification failed. Please try again.');

const collectSelfie = (
  { selfieConsent }: StudentSecurity,
  { selfieImage, withoutSelfie }: AttendanceSubmission,
): Omit<Proofs, 'passkey'> | DomainError => {
  if (withoutSelfie) return { flags: ['without_selfie'] };
  if (!selfieConsent)
    return refuse(
      'selfie_consent_missing',
      'A selfie is required, and you have not agreed to selfies being kept. Agree in Security Settings, or choose to be checked by your teacher instead.',
    );
  if (!selfieImage) return refuse('selfie_required', 'A selfie is required.');
  return { selfieImage, flags: [] };
};

const collectPasskey = (
  { passkeys }: StudentSecurity,
  { passkey: assertion }: AttendanceSubmission,
): PasskeyToVerify | DomainError => {
  if (!assertion) return refuse('passkey_required', 'Biometric verification is required.');
  const verifier = passkeys.find(({ credentialId }) => credentialId === assertion.id);
  return verifier ? { verifier, assertion } : passkeyFailed();
};

/** What else is required, as it was sent; whether it is right is found out by whoever can. */
export const collectProofs = (
  { requireSelfie, requirePasskey }: RequiredChecks,
  security: StudentSecurity,
  submission: AttendanceSubmission,
): Proofs | DomainError => {
  const selfie = requireSelfie ? collectSelfie(security, submission) : { flags: [] };
  if (selfie instanceof DomainError) return selfie;
  if (!requirePasskey) return selfie;
  const passkey = collectPasskey(security, submission);
  return passkey instanceof DomainError ? passkey : { ...selfie, passkey };
};
