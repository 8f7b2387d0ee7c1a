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
  return !verdict.accepted && verdict.wrongPin ? wrongPin(refusal, verdict.wrongPin) : refusal;
};
