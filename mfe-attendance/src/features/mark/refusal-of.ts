import { ApiError, messageOf } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';
import { PasskeyError } from './request-passkey.ts';
import type { Refusal } from './flow.ts';
import { DeadlineExceededError } from './retry-until-response.ts';

export const refusalOf = (error: unknown, t: TFunction<'attendance'>): Refusal => {
  if (error instanceof PasskeyError) {
    const unsupported = error.code === 'passkey_unsupported';
    const message = unsupported ? t('specified:biometricUnsupported') : t('specified:biometricFailed');
    return { code: error.code, message };
  }
  if (error instanceof DeadlineExceededError) return { code: 'not_answered', message: t('delivery.ranOut') };
  const code = error instanceof ApiError ? error.code : '';
  const passkeyRefused = code === 'passkey_failed' || code === 'passkey_required';
  const fallback = passkeyRefused ? t('specified:biometricFailed') : t('specified:markFailed');
  return { code, message: messageOf(error, fallback) };
};

/** Describes the next action; undefined if the server's message is sufficient. */
export const hintFor = (code: string, t: TFunction<'attendance'>): string | undefined =>
  t(`error.hint.${code || 'offline'}`, { defaultValue: '' }) || undefined;
