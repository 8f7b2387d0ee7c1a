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
import { canVerify, DomainError, forbidden, matchesPin, type Peppers } from '@qr-attendance/server';

/** What a student must show: whatever the session's policy or the student's own preferences ask for. */
export const requiredChecks = (policy: SessionPolicy, preferences: SecurityPreferences): RequiredChecks => ({
  requirePin: policy.requirePin || preferences.requirePin,
  requireDevice: policy.requireDevice || preferences.requireDeviceVerification,
  requireSelfie: policy.requireSelfie || preferences.requireSelfie,
  requirePasskey: policy.requirePasskey || preferences.requireBiometric,
});

/** A PIN is short, so guessing must be slow: this many wrong ones, then a pause. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;

export interface PinAttempts {
  failures: number;
  /** ISO 8601. */
  lockedUntil: string | null;
}

/** Whole minutes until the next try is allowed; 0 when it is. */
const minutesLocked = (attempts: PinAttempts | null, now: Date): number => {
  if (!attempts?.lockedUntil) return 0;
  return Math.max(0, Math.ceil((Date.parse(attempts.lockedUntil) - now.getTime()) / 60_000));
};

/** A try of a PIN, counted before the PIN is compared. */
export interface PinTry {
  /** Whether this try may be compared. */
  granted: boolean;
  /** Tries left if this one is wrong. */
  left: number;
}

interface RefusedPin {
  refusal: DomainError;
  /** Nothing was compared yet: the try has to be counted first. */
  needsPinTry?: true;
  /** The PIN was compared by this try, and is wrong. */
  wrongPin?: PinTry;
}

/** Told after too many wrong PINs. */
export const pinLocked = (minutes = PIN_LOCK_MINUTES): DomainError =>
  new DomainError('too_many', 'pin_locked', `Too many wrong PINs. Try again in ${minutes} min.`, { minutes });

/** Called where a PIN is required. A PIN is compared only by a try that was counted before. */
export const judgePin = (
  { security, pinAttempts }: { security: StudentSecurity; pinAttempts: PinAttempts | null },
  { pin }: AttendanceSubmission,
  { peppers, now, pinTry }: { peppers: Peppers; now: Date; pinTry?: PinTry | undefined },
): RefusedPin | undefined => {
  if (!security.pinVerifier)
    return { refusal: forbidden('pin_not_set', 'Set an attendance PIN in Security Settings first.') };
  // Nobody can say whether a PIN is right any more: no wrong try.
  if (!canVerify(peppers, security.pinVerifier))
    return {
      refusal: forbidden('pin_not_set', 'Your PIN is no longer valid. Set it again in Security Settings.'),
    };
  if (!pin) return { refusal: forbidden('pin_required', 'Your attendance PIN is required.') };
  if (!pinTry) {
    const minutes = minutesLocked(pinAttempts, now);
    return minutes > 0 ? { refusal: pinLocked(minutes) } : { refusal: pinLocked(), needsPinTry: true };
  }
  if (!pinTry.granted) return { refusal: pinLocked() };
  if (matchesPin(peppers, security.pinVerifier, pin)) return undefined;
  return { refusal: forbidden('wrong_pin', 'The PIN is wrong.'), wrongPin: pinTry };
};

/** An assertion by a passkey of the student, not yet verified. */
export interface PasskeyToVerify {
  verifier: PasskeyVerifier;
  assertion: PasskeyAssertion;
}
/** What came along with a mark as it was sent, each only where it is required. */
export interface Proofs {
  selfieImage?: string;
  selfieAfterPrompt?: string;
  passkey?: PasskeyToVerify;
  flags: FlagReason[];
}

/** For an assertion that is not this student's answer to the challenge for this mark. */
export const passkeyFailed = (): DomainError =>
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

/** Passkeys that count now. */
export const passkeysAt = (
  { passkeys, waitingPasskeys }: Pick<StudentSecurity, 'passkeys' | 'waitingPasskeys'>,
  now: Date,
): PasskeyVerifier[] => [
  ...passkeys,
  ...waitingPasskeys.filter(({ countsFrom }) => Date.parse(countsFrom) <= now.getTime()),
];

/** Refuses who has passkeys, none of which counts yet. Called where one is required. */
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
    // Of several nobody can tell which one is meant, so none can be confirmed.
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
  return verifier ? { verifier, assertion } : passkeyFailed();
};

/** What else is required, as it was sent; whether it is right is checked later. */
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
