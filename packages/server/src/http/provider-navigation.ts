import type { ProviderSignInError } from '@qr-attendance/contracts';
import type { Request } from 'express';

const PROVIDER_NAVIGATION = /^\/api\/auth\/oidc\/([\w-]+)\/(?:start|callback)\/?$/i;
const BUSY: ProviderSignInError = 'provider_busy';
const CODES_BY_STATUS: Record<number, string> = { 429: BUSY, 503: BUSY, 504: BUSY };

/**
 * Returns the page that explains a failure to a browser on its way to or from an identity provider, because a person
 * cannot read JSON. Other requests have no such page.
 */
export const errorPageOf = (
  { method, originalUrl }: Request,
  status: number,
  code: string,
): string | undefined => {
  const url = URL.parse(originalUrl, 'http://localhost');
  const [, provider] = (method === 'GET' && PROVIDER_NAVIGATION.exec(url?.pathname ?? '')) || [];
  if (!url || provider === undefined) return undefined;
  const values = new URLSearchParams({ error: CODES_BY_STATUS[status] ?? code, provider });
  const returnTo = url.searchParams.get('returnTo');
  if (returnTo !== null) values.set('returnTo', returnTo);
  return `/login#${values.toString()}`;
};
