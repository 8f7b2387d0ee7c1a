import type {
  AttendanceSubmission,
  PasskeyAssertion,
  PasskeyVerifier,
  StudentSecurity,
} from '@qr-attendance/contracts';
import { Refused } from '@qr-attendance/service-kit';

/** An assertion by a passkey of the student, not yet verified. */
export interface PasskeyToVerify {
  verifier: PasskeyVerifier;
  assertion: PasskeyAssertion;
}
/** What came along with a mark as it was sent, each only where it is required. */
export interface Proofs {
  selfieImage?: string;
  passkey?: PasskeyToVerify;
}

const refuse = (code: string, message: string) => new Refused('forbidden', code, message);

/** Told of an assertion that is not this student's answer to the challenge for this mark. */
export const passkeyFailed = (): Refused =>
  refuse('passkey_failed', 'Biometric verification failed. Please try again.');

/** What else the student asks for, as it was sent; whether it is right is found out by whoever can. */
export const collectProofs = (
  { preferences, passkeys }: StudentSecurity,
  { selfieImage, passkey: assertion }: AttendanceSubmission,
): Proofs | Refused => {
  const { requireSelfie, requireBiometric } = preferences;
  if (requireSelfie && !selfieImage) return refuse('selfie_required', 'A selfie is required.');
  if (requireBiometric && !assertion)
    return refuse('passkey_required', 'Biometric verification is required.');
  const verifier = passkeys.find(({ credentialId }) => credentialId === assertion?.id);
  if (requireBiometric && !verifier) return passkeyFailed();
  return {
    ...(requireSelfie ? { selfieImage } : {}),
    ...(requireBiometric && verifier && assertion ? { passkey: { verifier, assertion } } : {}),
  };
};
