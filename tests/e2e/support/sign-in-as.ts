import type { Page } from '@playwright/test';
import { lifetimeOf } from '../../../shell/src/identity/token-claims.ts';
import { PASSWORD, type Campus, type Member } from './campus.ts';

/** Renews tokens early, because a page that opens with an expired token cannot renew it without a cookie. */
export const keepSignedIn = async ({ signIn }: Campus, member: Member): Promise<void> => {
  const { issuedAt = 0, expiresAt = 0 } = lifetimeOf(member.token) ?? {};
  if (Date.now() > (issuedAt + expiresAt) / 2) member.token = (await signIn(member.email)).token;
};

export const signInAs = async (page: Page, member: Member): Promise<void> => {
  await page.addInitScript(
    ([token, deviceId]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('deviceId', deviceId ?? '');
    },
    [member.token, member.deviceId],
  );
};

/** Signs in with a request, because the form has separate tests. The browser gets the refresh cookie of the system at `url`. */
export const signInWithCookie = async (page: Page, { email }: Member, url = ''): Promise<void> => {
  await page.goto(`${url}/remotes.json`);
  await page.evaluate(
    async (credentials) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      });
      const { token } = (await answer.json()) as { token: string };
      localStorage.setItem('token', token);
    },
    { email, password: PASSWORD },
  );
};
