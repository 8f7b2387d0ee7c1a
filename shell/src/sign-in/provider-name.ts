import { providerIdSchema } from '@qr-attendance/contracts';
import { signInProviders } from '@qr-attendance/page-start/app';
import type { TFunction } from 'i18next';

/**
 * Returns the id of an inactive provider, whose name is unknown. The id comes from the URL, so it may be any
 * text.
 */
export const providerName = (id: string | null, t: TFunction<'providers'>): string =>
  signInProviders().find(({ _id }) => _id === id)?.name ??
  providerIdSchema.safeParse(id).data ??
  t('unnamed');
