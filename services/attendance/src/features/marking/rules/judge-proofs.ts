import type {
  AttendanceSubmission,
  FlagReason,
  PasskeyAssertion,
  PasskeyVerifier,
  RequiredChecks,
  SecurityPreferences,
  SessionPolicy,
  StudentSecurity,
} from '@qr-attendance/contracts';
import { hasPepperOf, DomainError, forbidden, matchesPin, type Peppers } from '@qr-attendance/server';

export const requiredChecks = (policy: SessionPolicy, preferences: SecurityPreferences): RequiredChecks => ({
  requirePin: policy.requirePin || preferences.requirePin,
  requireDevice: policy.requireDevice || preferences.requireDeviceVerification,
  requireSelfie: policy.requireSelfie || preferences.requireSelfie,
  requirePasskey: policy.requirePasskey || preferences.requireBiometric,
});

/** PINs are short, so this many wrong attempts are followed by a pause. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;

export interface PinAttempts {
  failures: number;
  lockedUntil: string | null;
}

const minutesLocked = (attempts: PinAttempts | null, now: Date): number => {
  if (!attempts?.lockedUntil) return 0;
  return Math.max(0, Math.ceil((Date.parse(attempts.lockedUntil) - now.getTime()) / 60_000));
};

export interface PinAttempt {
  granted: boolean;
  left: number;
}

/** The attempt must be counted before the PIN is compared. */
export interface PinComparison {
  needsPinTry: true;
}
interface RefusedPin {
  refusal: DomainError;
  wrongPin?: PinAttempt;
}

export const pinLockedError = (minutes = PIN_LOCK_MINUTES): DomainError =>
  new DomainError('too_many', 'pin_locked', `Too many wrong PINs. Try again in ${minutes} min.`, { minutes });

/** Compares a PIN only if the attempt was counted before. */
export const judgePin = (
  { security, pinAttempts }: { security: StudentSecurity; pinAttempts: PinAttempts | null },
  { pin }: AttendanceSubmission,
  { peppers, now, pinTry }: { peppers: Peppers; now: Date; pinTry?: PinAttempt | undefined },
): RefusedPin | PinComparison | undefined => {
  if (!security.pinVerifier)
    return { refusal: forbidden('pin_not_set', 'Set an attendance PIN in Security Settings first.') };
  // The stored PIN can no longer be verified, so this is not a wrong attempt.
  if (!hasPepperOf(peppers, security.pinVerifier))
    return {
      refusal: forbidden('pin_not_set', 'Your PIN is no longer valid. Set it again in Security Settings.'),
    };
  if (!pin) return { refusal: forbidden('pin_required', 'Your attendance PIN is required.') };
  if (!pinTry) {
    const minutes = minutesLocked(pinAttempts, now);
    return minutes > 0 ? { refusal: pinLockedError(minutes) } : { needsPinTry: true };
  }
  if (!pinTry.granted) return { refusal: pinLockedError() };
  if (matchesPin(peppers, security.pinVerifier, pin)) return undefined;
  return { refusal: forbidden('wrong_pin', 'The PIN is wrong.'), wrongPin: pinTry };
};

export interface PasskeyToVerify {
  verifier: PasskeyVerifier;
  assertion: PasskeyAssertion;
}
export interface Proofs {
  selfieImage?: string;
  selfieAfterPrompt?: string;
  passkey?: PasskeyToVerify;
  flags: FlagReason[];
}

export const passkeyFailedError = (): DomainError =>
  forbidden('passkey_failed', 'Biometric verification failed. Please try again.');

const collectSelfie = (
  { selfieConsent }: StudentSecurity,
  { selfieImage, selfieAfterPrompt, withoutSelfie }: AttendanceSubmission,
): Omit<Proofs, 'passkey'> | DomainError => {
  if (withoutSelfie) return { flags: ['without_selfie'] };
  if (!selfieConsent)
    return forbidden(
      'selfie_consent_missing',
      'A selfie is required, and you have not agreed to selfies being kept. Agree in Security Settings, or choose to be checked by your teacher instead.',
    );
  if (!selfieImage) return forbidden('selfie_required', 'A selfie is required.');
  return { selfieImage, ...(selfieAfterPrompt && { selfieAfterPrompt }), flags: [] };
};

export const passkeysAt = (
  { passkeys, waitingPasskeys }: Pick<StudentSecurity, 'passkeys' | 'waitingPasskeys'>,
  now: Date,
): PasskeyVerifier[] => [
  ...passkeys,
  ...waitingPasskeys.filter(({ countsFrom }) => Date.parse(countsFrom) <= now.getTime()),
];

export const judgeWaitingPasskeys = (
  security: Pick<StudentSecurity, 'passkeys' | 'waitingPasskeys'>,
  now: Date,
): DomainError | undefined => {
  const [first, ...more] = security.waitingPasskeys.toSorted((a, b) =>
    a.countsFrom.localeCompare(b.countsFrom),
  );
  if (!first || passkeysAt(security, now).length > 0) return undefined;
  return forbidden(
    'passkey_cooling_down',
    'Your passkey is new and you cannot use it yet. Until you can, ask your teacher to confirm it or to mark you manually.',
    // With several keys in their cool-down, it is unknown which one the student used, so none can be
    // confirmed.
    {
      countsFrom: first.countsFrom,
      ...(more.length === 0 && { proof: { kind: 'passkey', id: first.credentialId } }),
    },
  );
};

const collectPasskey = (
  security: StudentSecurity,
  { passkey: assertion }: AttendanceSubmission,
  now: Date,
): PasskeyToVerify | DomainError => {
  if (!assertion) return forbidden('passkey_required', 'Biometric verification is required.');
  const verifier = passkeysAt(security, now).find(({ credentialId }) => credentialId === assertion.id);
  return verifier ? { verifier, assertion } : passkeyFailedError();
};

export const collectProofs = (
  { requireSelfie, requirePasskey }: RequiredChecks,
  security: StudentSecurity,
  submission: AttendanceSubmission,
  now: Date,
): Proofs | DomainError => {
  const selfie = requireSelfie ? collectSelfie(security, submission) : { flags: [] };
  if (selfie instanceof DomainError) return selfie;
  if (!requirePasskey) return selfie;
  const passkey = collectPasskey(security, submission, now);
  return passkey instanceof DomainError ? passkey : { ...selfie, passkey };
};
