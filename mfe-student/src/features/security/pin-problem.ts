import { pinSchema } from '@qr-attendance/contracts';

export type PinProblem = 'digits' | 'short' | 'long' | 'mismatch';

/** Why a PIN as typed cannot be set, looked at alone; undefined when it can. The contract's rules, in its order. */
export const pinProblem = (pin: string): PinProblem | undefined => {
  const issue = pinSchema.safeParse(pin).error?.issues[0];
  if (!issue) return undefined;
  if (issue.code === 'too_small') return 'short';
  return issue.code === 'too_big' ? 'long' : 'digits';
};

/** Why the second typing of a PIN does not do. */
export const confirmProblem = (pin: string, confirm: string): PinProblem | undefined =>
  pin === confirm ? undefined : 'mismatch';
