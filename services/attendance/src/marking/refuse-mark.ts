import { DomainError } from '@qr-attendance/server';
import { limitLocationAttempts } from './check-location.ts';
import type { Marking } from './marking.ts';
import type { Verdict } from './rules/judge-mark.ts';
import { pinLocked, type PinTry } from './rules/judge-proofs.ts';

const wrongPin = (refusal: DomainError, { left }: PinTry): DomainError =>
  left === 0
    ? pinLocked()
    : new DomainError(
        refusal.kind,
        refusal.code,
        `${refusal.message} ${left} ${left === 1 ? 'try' : 'tries'} left.`,
        { triesLeft: left },
      );

export const refuseMark = async (
  context: Marking,
  studentId: string,
  verdict: Verdict,
  refusal: DomainError,
): Promise<DomainError> => {
  if (refusal.code === 'outside_radius') await limitLocationAttempts(context, studentId);
  if (!verdict.accepted && verdict.wrongPin) return wrongPin(refusal, verdict.wrongPin);
  // A right PIN counts as right, whatever else is wrong.
  if (verdict.accepted ? verdict.checksPin : verdict.rightPin) await context.pinAttempts.clear(studentId);
  return refusal;
};
