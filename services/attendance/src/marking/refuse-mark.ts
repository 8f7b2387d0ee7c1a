import { Refused } from '@qr-attendance/server';
import type { PinAttemptsStore } from './pin/pin-attempts.ts';
import type { Verdict } from './rules/judge-mark.ts';
import { pinLocked } from './pin/rules/judge-pin.ts';
import { minutesLocked, PIN_TRIES } from './pin/rules/pin-lock.ts';
import type { LimitPlaceTries } from './location/limit-location-attempts.ts';

interface Deps {
  pinAttempts: PinAttemptsStore;
  limitPlaceTries: LimitPlaceTries;
}

/** Counts what a refusal gives away, and answers what the student is told in the end. */
export const makeRefuseMark = ({ pinAttempts, limitPlaceTries }: Deps) => {
  const refuseWrongPin = async (studentId: string, refusal: Refused): Promise<Refused> => {
    const counted = await pinAttempts.countFailure(studentId);
    if (counted.lockedUntil) return pinLocked(minutesLocked(counted, new Date()));
    const triesLeft = PIN_TRIES - counted.failures;
    return new Refused(
      refusal.kind,
      refusal.code,
      `${refusal.message} ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
      { triesLeft },
    );
  };

  return async (studentId: string, verdict: Verdict, refusal: Refused): Promise<Refused> => {
    if (refusal.code === 'outside_radius') await limitPlaceTries(studentId);
    if (!verdict.accepted && verdict.wrongPin) return refuseWrongPin(studentId, refusal);
    // Whatever else is wrong, it would tell that the PIN is right.
    const tellsPin = verdict.accepted ? verdict.checksPin : verdict.rightPin;
    if (!tellsPin || refusal.code === 'pin_locked') return refusal;
    return (await pinAttempts.clearUnlessLocked(studentId)) ? refusal : pinLocked();
  };
};
export type RefuseMark = ReturnType<typeof makeRefuseMark>;
