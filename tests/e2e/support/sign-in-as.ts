import type { Page } from '@playwright/test';
import { lifetimeOf } from '../../../shell/src/identity/token-lifetime.ts';
import { PASSWORD, type Campus, type Member } from './campus.ts';

/**
 * Gives a member a new token once the current one is halfway to its end. For members that many tests share: pages that
 * are opened with an old token ask for a new one, which they can't get without a cookie.
 */
export const keepSignedIn = async ({ signIn }: Campus, member: Member): Promise<void> => {
  const { issuedAt = 0, expiresAt = 0 } = lifetimeOf(member.token) ?? {};
  if (Date.now() > (issuedAt + expiresAt) / 2) member.token = (await signIn(member.email)).token;
};

/** Opens pages as someone who signed in before. */
export const signInAs = async (page: Page, member: Member): Promise<void> => {
  await page.addInitScript(
    ([token, deviceId]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('deviceId', deviceId ?? '');
    },
    [member.token, member.deviceId],
  );
};

/** Signs a browser in as the form does, which other tests go through: with the cookie by which its token is renewed. */
export const signInWithCookie = async (page: Page, { email }: Member): Promise<void> => {
  // Any file of the origin, rather than the whole app.
  await page.goto('/remotes.json');
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
