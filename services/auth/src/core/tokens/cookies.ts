import { SECOND_FACTOR_COOKIE } from '@qr-attendance/contracts';
import { forbidden } from '@qr-attendance/server';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { IssuedTokens, RefreshCredentials } from './tokens.ts';

const REFRESH = { name: 'qr_refresh', path: '/api/auth/refresh' };
/** The cookie is created at each sign-in; without it, a leaked refresh token is useless. */
const REFRESH_BROWSER = { name: 'qr_refresh_browser', path: REFRESH.path };
/** Identifies the browser that requested a sign-in link, which may use the link's code. */
const SIGN_IN_REQUEST = { name: 'qr_sign_in_request', path: '/api/auth/sign-in-link' };
const SIGN_IN_REQUEST_MS = 15 * 60_000;
/** Identifies the browser that requested a verification link, where the link needs no password. */
const EMAIL_REQUEST = { name: 'qr_email_request', path: '/api/auth/email-address' };
const EMAIL_REQUEST_MS = 86_400_000;
/**
 * Identifies the browser that went to an identity provider. The provider redirects back with a cross-site navigation,
 * so this cookie and the one of remembered browsers are not `SameSite=Strict`.
 */
const PROVIDER_ATTEMPT = { name: 'qr_provider_attempt', path: '/api/auth/oidc' };
/** Identifies the browser whose sign-in lacks the second factor. */
const SIGN_IN_CHALLENGE = { name: SECOND_FACTOR_COOKIE, path: '/api/auth/sign-in' };
export const SIGN_IN_CHALLENGE_MS = 10 * 60_000;
/** The browser signs the person who was remembered last in without a code. */
const REMEMBERED = { name: 'qr_remembered', path: '/api/auth' };
export const REMEMBERED_MS = 30 * 86_400_000;
const BROWSER = { name: 'qr_browser', path: '/api/auth' };
const BROWSER_MS = 90 * 86_400_000;

/**
 * Each cookie is sent to a single path. None is sent with cross-site requests, except for two with a navigation from an
 * identity provider.
 */
export const createCookies = ({ secure }: { secure: boolean }) => {
  /**
   * Browsers accept a cookie with this prefix only over HTTPS. The stricter `__Host-` requires the path `/`.
   */
  const nameOf = ({ name }: typeof REFRESH): string => (secure ? `__Secure-${name}` : name);
  const set = (
    response: Response,
    cookie: typeof REFRESH,
    value: string,
    expires: Date,
    sameSite: 'strict' | 'lax' = 'strict',
  ): void => {
    const text = stringifySetCookie({
      ...cookie,
      name: nameOf(cookie),
      value,
      expires,
      httpOnly: true,
      sameSite,
      secure,
    });
    response.append('Set-Cookie', text);
  };
  const read = (request: Request, cookie: typeof REFRESH): string | undefined =>
    parseCookie(request.get('cookie') ?? '')[nameOf(cookie)];
  return {
    writeRefreshToken: (
      response: Response,
      { refreshToken, refreshBrowser, refreshExpiresAt }: Omit<IssuedTokens, 'accessToken'>,
    ) => {
      set(response, REFRESH, refreshToken, refreshExpiresAt);
      set(response, REFRESH_BROWSER, refreshBrowser, refreshExpiresAt);
    },
    clearRefreshToken: (response: Response) => {
      for (const cookie of [REFRESH, REFRESH_BROWSER]) set(response, cookie, '', new Date(0));
    },
    readRefreshToken: (request: Request): RefreshCredentials | undefined => {
      if (request.get('x-requested-with') !== 'qr-attendance')
        throw forbidden('missing_header', 'The header X-Requested-With is missing.');
      const token = read(request, REFRESH);
      return token ? { token, browser: read(request, REFRESH_BROWSER) ?? '' } : undefined;
    },
    /** Identifies a browser in which somebody signed in before; the cookie grants nothing. */
    writeBrowser: (response: Response, secret: string) =>
      set(response, BROWSER, secret, new Date(Date.now() + BROWSER_MS)),
    writeSignInRequest: (response: Response, secret: string) =>
      set(response, SIGN_IN_REQUEST, secret, new Date(Date.now() + SIGN_IN_REQUEST_MS)),
    readSignInRequest: (request: Request): string | undefined => read(request, SIGN_IN_REQUEST) || undefined,
    writeEmailRequest: (response: Response, secret: string) =>
      set(response, EMAIL_REQUEST, secret, new Date(Date.now() + EMAIL_REQUEST_MS)),
    readEmailRequest: (request: Request): string | undefined => read(request, EMAIL_REQUEST) || undefined,
    clearEmailRequest: (response: Response) => set(response, EMAIL_REQUEST, '', new Date(0)),
    writeSignInChallenge: (response: Response, secret: string) =>
      set(response, SIGN_IN_CHALLENGE, secret, new Date(Date.now() + SIGN_IN_CHALLENGE_MS)),
    readSignInChallenge: (request: Request): string | undefined =>
      read(request, SIGN_IN_CHALLENGE) || undefined,
    clearSignInChallenge: (response: Response) => set(response, SIGN_IN_CHALLENGE, '', new Date(0)),
    writeRemembered: (response: Response, secret: string) =>
      set(response, REMEMBERED, secret, new Date(Date.now() + REMEMBERED_MS), 'lax'),
    readRemembered: (request: Request): string | undefined => read(request, REMEMBERED) || undefined,
    writeProviderAttempt: (response: Response, secret: string, expires: Date) =>
      set(response, PROVIDER_ATTEMPT, secret, expires, 'lax'),
    readProviderAttempt: (request: Request): string | undefined =>
      read(request, PROVIDER_ATTEMPT) || undefined,
    readBrowser: (request: Request): string | undefined => read(request, BROWSER),
  };
};
export type Cookies = ReturnType<typeof createCookies>;
