import { DomainError } from '@qr-attendance/server';
import type { PinAttemptsStore } from './pin/pin-attempts.ts';
import type { Verdict } from './rules/judge-mark.ts';
import { pinLocked } from './pin/rules/judge-pin.ts';
import { minutesLocked, PIN_TRIES } from './pin/rules/pin-lock.ts';
import type { LimitLocationAttempts } from './location/limit-location-attempts.ts';

interface Deps {
  pinAttempts: PinAttemptsStore;
  limitPlaceTries: LimitLocationAttempts;
}

/** Counts what a refusal gives away, and answers what the student is told in the end. */
export const makeRefuseMark = ({ pinAttempts, limitPlaceTries }: Deps) => {
  const refuseWrongPin = async (studentId: string, refusal: DomainError): Promise<DomainError> => {
    const counted = await pinAttempts.countFailure(studentId);
    if (counted.lockedUntil) return pinLocked(minutesLocked(counted, new Date()));
    const triesLeft = PIN_TRIES - counted.failures;
    return new DomainError(
      refusal.kind,
      refusal.code,
      `${refusal.message} ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
      { triesLeft },
    );
  };

  return async (studentId: string, verdict: Verdict, refusal: DomainError): Promise<DomainError> => {
    if (refusal.code === 'outside_radius') await limitPlaceTries(studentId);
    if (!verdict.accepted && verdict.wrongPin) return refuseWrongPin(studentId, refusal);
    // Whatever else is wrong, it would tell that the PIN is right.
    const tellsPin = verdict.accepted ? verdict.checksPin : verdict.rightPin;
    if (!tellsPin || refusal.code === 'pin_locked') return refusal;
    return (await pinAttempts.clearUnlessLocked(studentId)) ? refusal : pinLocked();
  };
};
export type RefuseMark = ReturnType<typeof makeRefuseMark>;
