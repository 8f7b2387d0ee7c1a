import { pinSchema } from '@qr-attendance/contracts';

export type PinProblem = 'specified:pinTooShort' | 'security.pinTooLong' | 'security.pinNotDigits';

const problems: Record<string, PinProblem> = {
  too_small: 'specified:pinTooShort',
  too_big: 'security.pinTooLong',
  invalid_format: 'security.pinNotDigits',
};

export const pinProblem = (pin: string): PinProblem | undefined => {
  const issue = pinSchema.safeParse(pin).error?.issues[0];
  return issue && (problems[issue.code] ?? 'security.pinNotDigits');
};
