import type { AttendanceSubmission, StudentSecurity } from '@qr-attendance/contracts';
import { matchesPin, DomainError } from '@qr-attendance/server';

/** A PIN is short, so guessing must be slow: this many wrong ones, then a pause. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;

export interface PinAttempts {
  failures: number;
  lockedUntil: Date | null;
}

/** Whole minutes until the next try is allowed; 0 when it is. */
export const minutesLocked = (attempts: PinAttempts | null, now: Date): number => {
  const left = (attempts?.lockedUntil?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(left / 60_000));
};

export interface WrongPin {
  refusal: DomainError;
  /** The PIN was compared: this counts as a try. */
  wrongPin?: true;
}
const refuse = (code: string, message: string): WrongPin => ({
  refusal: new DomainError('forbidden', code, message),
});

/** Told after too many wrong PINs. */
export const pinLocked = (minutes = PIN_LOCK_MINUTES): DomainError =>
  new DomainError('too_many', 'pin_locked', `Too many wrong PINs. Try again in ${minutes} min.`, { minutes });

/** Called where a PIN is required. */
export const judgePin = (
  { security, pinAttempts }: { security: StudentSecurity; pinAttempts: PinAttempts | null },
  { pin }: AttendanceSubmission,
  { pepper, now }: { pepper: string; now: Date },
): WrongPin | undefined => {
  if (!security.pinVerifier)
    return refuse('pin_not_set', 'Set an attendance PIN in Security Settings first.');
  if (!pin) return refuse('pin_required', 'Your attendance PIN is required.');
  const minutes = minutesLocked(pinAttempts, now);
  if (minutes > 0) return { refusal: pinLocked(minutes) };
  if (matchesPin(pepper, security.pinVerifier, pin)) return undefined;
  return { ...refuse('wrong_pin', 'The PIN is not right.'), wrongPin: true };
};
