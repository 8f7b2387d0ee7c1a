import { test as base, expect, type Page } from '@playwright/test';
import { campus, PIN, type Campus, type Member } from './campus.ts';
import { ADMIN_EMAIL, BASE_URL } from './global-setup.ts';
import { runningClass, type World } from './world.ts';

export { signInAs } from './sign-in-as.ts';

const baseUrl = (): string => {
  const url = process.env[BASE_URL];
  if (!url) throw new Error('The global set-up has not run.');
  return url;
};

/** Chromium itself reports refused calls (4xx) as console errors; everything else there is our mistake. */
const isOurs = (text: string) => !text.startsWith('Failed to load resource');

/** Collects what a page complains about. */
export const watchConsole = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && isOurs(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};

/** How many pixels a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);

export const test = base.extend<{ campus: Campus; url: string }, { admin: Member; markedClass: World }>({
  /** The system's administrator, signed in by API. */
  admin: [
    async ({}, use) => use(await campus(baseUrl()).signIn(process.env[ADMIN_EMAIL] ?? '')),
    { scope: 'worker' },
  ],
  /** One class a worker, with a mark, for tests that only look. */
  markedClass: [
    async ({}, use) => {
      const system = campus(baseUrl());
      const world = await runningClass(system, { preferences: { requirePin: true } });
      const { ticket } = await system.scan(world.student, world.session.qrCode ?? '');
      await system.call('POST', '/api/attendance', world.student.token, { ticket, pin: PIN });
      await use(world);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({}, use) => use(baseUrl()),
  url: async ({}, use) => use(baseUrl()),
  campus: async ({}, use) => use(campus(baseUrl())),
});
export { expect };
