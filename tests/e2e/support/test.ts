import { test as base, expect, type Page } from '@playwright/test';
import { campus, PIN, type Campus, type Member } from './campus.ts';
import { ADMIN_EMAIL, BASE_URL } from './global-setup.ts';
import { keepSignedIn } from './sign-in-as.ts';
import { runningClass, type World } from './world.ts';

export { signInAs } from './sign-in-as.ts';

const baseUrl = (): string => {
  const url = process.env[BASE_URL];
  if (!url) throw new Error('The global set-up has not run.');
  return url;
};

/**
 * Browser messages that indicate a defect. Excludes rejected requests (4xx), blocked service workers, and
 * preloaded files that a busy machine uses only after seconds.
 */
const isOurs = (text: string) =>
  !/^(Failed to load resource|Service Worker registration blocked)|was preloaded using link preload but not used/.test(
    text,
  );

export const watchConsole = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && isOurs(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};

/** Expects no horizontal scrolling, after the page has adapted to a change of the window's size. */
export const expectToFit = (page: Page, message = 'pixels that the page is too wide'): Promise<void> =>
  expect
    .poll(() => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth), { message })
    .toBeLessThanOrEqual(0);

interface TestFixtures {
  /** Closes the browser contexts that a test opened, because open contexts keep using the CPU. */
  closeOtherContexts: void;
  campus: Campus;
  url: string;
  admin: Member;
  markedClass: World;
}

export const test = base.extend<TestFixtures, { adminOfWorker: Member; classOfWorker: World }>({
  adminOfWorker: [
    async ({}, use) => use(await campus(baseUrl()).signIn(process.env[ADMIN_EMAIL] ?? '')),
    { scope: 'worker' },
  ],
  classOfWorker: [
    async ({}, use) => {
      const system = campus(baseUrl());
      const world = await runningClass(system, { preferences: { requirePin: true } });
      const { ticket } = await system.scan(world.student, world.session.qrCode ?? '');
      await system.call('POST', '/api/attendance', world.student.token, { ticket, pin: PIN });
      await use(world);
    },
    { scope: 'worker' },
  ],
  admin: async ({ campus, adminOfWorker }, use) => {
    await keepSignedIn(campus, adminOfWorker);
    await use(adminOfWorker);
  },
  markedClass: async ({ campus, classOfWorker }, use) => {
    await Promise.all(
      [classOfWorker.teacher, classOfWorker.student].map((member) => keepSignedIn(campus, member)),
    );
    await use(classOfWorker);
  },
  closeOtherContexts: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  baseURL: async ({}, use) => use(baseUrl()),
  url: async ({}, use) => use(baseUrl()),
  campus: async ({}, use) => use(campus(baseUrl())),
});
export { expect };
