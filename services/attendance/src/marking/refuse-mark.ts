import { DomainError } from '@qr-attendance/server';
import { limitLocationAttempts, type LocationAttempts } from './check-location.ts';
import type { createPinAttempts } from './pins.ts';
import type { Verdict } from './rules/judge-mark.ts';
import { pinLocked, type PinTry } from './rules/judge-proofs.ts';

export interface Refusing {
  pinAttempts: ReturnType<typeof createPinAttempts>;
  locationAttempts: LocationAttempts;
  clock: () => Date;
}

/** What a student is told of a PIN that was compared and is wrong. */
const wrongPin = (refusal: DomainError, { left }: PinTry): DomainError =>
  left === 0
    ? pinLocked()
    : new DomainError(
        refusal.kind,
        refusal.code,
        `${refusal.message} ${left} ${left === 1 ? 'try' : 'tries'} left.`,
        { triesLeft: left },
      );

/** Counts what a refusal gives away, and answers what the student is told in the end. */
export const refuseMark = async (
  context: Refusing,
  studentId: string,
  verdict: Verdict,
  refusal: DomainError,
): Promise<DomainError> => {
  if (refusal.code === 'outside_radius') await limitLocationAttempts(context, studentId);
  if (!verdict.accepted && verdict.wrongPin) return wrongPin(refusal, verdict.wrongPin);
  // A PIN that was right counts as right, whatever else is wrong.
  if (verdict.accepted ? verdict.checksPin : verdict.rightPin) await context.pinAttempts.clear(studentId);
  return refusal;
};
