import type { Page } from '@playwright/test';
import { PASSWORD, type Member } from './campus.ts';

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
