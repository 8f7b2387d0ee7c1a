import { pinSchema } from '@qr-attendance/contracts';

/** Keys of the sentence for each way to break the published rule: at least 4 digits, digits only. */
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
