import { ApiError, messageOf } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';
import { LocationError } from './request-position.ts';
import { hintFor } from './refusal-of.ts';

/** What went wrong with finding or checking the position, and what the student can do about it. */
export const locationMessage = (
  error: unknown,
  t: TFunction<'attendance'>,
): { message: string; hint?: string | undefined } => {
  if (error instanceof ApiError && error.code)
    return { message: messageOf(error, t('location.checkFailed')), hint: hintFor(error.code, t) };
  if (!(error instanceof LocationError)) return { message: messageOf(error, t('location.checkFailed')) };
  const { failure } = error;
  if (!failure) return { message: t('specified:locationUnsupportedRequired') };
  return {
    message: t('specified:locationFailedRequired', { reason: t(`location.reason.${failure}`) }),
    hint: t(`location.hint.${failure}`),
  };
};
