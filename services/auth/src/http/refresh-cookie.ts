import { Refused } from '@qr-attendance/service-kit';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { IssuedTokens } from '../use-cases/issue-tokens.ts';

const NAME = 'qr_refresh';

/** The cookie is sent to the refresh path alone, and never with a request another site started. */
export const makeRefreshCookie = ({ secure }: { secure: boolean }) => {
  const set = (response: Response, value: string, expires: Date): void => {
    const cookie = stringifySetCookie({
      name: NAME,
      value,
      expires,
      path: '/api/auth/refresh',
      httpOnly: true,
      sameSite: 'strict',
      secure,
    });
    response.append('Set-Cookie', cookie);
  };
  return {
    write: (response: Response, { refreshToken, refreshExpiresAt }: IssuedTokens) =>
      set(response, refreshToken, refreshExpiresAt),
    clear: (response: Response) => set(response, '', new Date(0)),
    /** @throws Refused unless the header that a foreign page can't send is there */
    read: (request: Request): string | undefined => {
      if (request.get('x-requested-with') !== 'qr-attendance')
        throw new Refused('forbidden', 'missing_header', 'The header X-Requested-With is missing.');
      return parseCookie(request.get('cookie') ?? '')[NAME];
    },
  };
};
export type RefreshCookie = ReturnType<typeof makeRefreshCookie>;
