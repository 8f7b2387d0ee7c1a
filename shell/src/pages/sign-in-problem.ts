import { ApiError, currentLanguage, messageOf } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';

/** `40 seconds` or `3 minutes`, rounded up so that the wait is over by then. */
const waitOf = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.ceil(count)));
};

export const signInProblem = (failure: unknown, t: TFunction<'shell'>): string =>
  failure instanceof ApiError && failure.code === 'sign_in_locked' && failure.retryAfterSeconds !== undefined
    ? t('login.locked', { time: waitOf(failure.retryAfterSeconds) })
    : messageOf(failure, t('specified:loginFailed'));
