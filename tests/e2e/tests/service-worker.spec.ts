import type { Browser, Page } from '@playwright/test';
import { campus } from '../support/campus.ts';
import { startCampusWithShell, type CampusWithShell } from '../support/releases/start-campus-with-shell.ts';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/** What a worker may keep: files with a hash in their names, but for the entries of remotes. */
const MAY_BE_KEPT =
  /^(?:\/remotes\/[\w.-]+)?\/assets\/(?!remoteEntry\.)[^/?]+\.[0-9a-f]{8}\.(?:js|css|svg|wasm)$/;
const MARKING = /^\/remotes\/attendance\/assets\/__federation_expose_remote\./;

test.use({ serviceWorkers: 'allow' });

/** Of all answers in Cache Storage, each put there by anybody. */
const inCaches = (what: string): string => `(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    ${what}
  }
  return found;
})()`;
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    inCaches('for (const { url } of await cache.keys()) found.push(url.slice(location.origin.length));'),
  );
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate(inCaches('for (const answer of await cache.matchAll()) found.push(await answer.text());'));
const registrations = (page: Page): Promise<number> =>
  page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)');
/** Asks the worker, as any script in the page could, to keep what these addresses answer. */
const askToKeep = (page: Page, addresses: string[]): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    const message = { type: 'CACHE_URLS', payload: { urlsToCache: ${JSON.stringify(addresses)} } };
    navigator.serviceWorker.controller.postMessage(message, [port2]);
  })`);
/** Until the worker has what the page told it to keep. */
const expectKept = (page: Page, file: RegExp): Promise<void> =>
  expect.poll(async () => (await kept(page)).some((path) => file.test(path)), { timeout: 60_000 }).toBe(true);
const releaseOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-release');

test.describe('the service worker', () => {
  test.describe.configure({ mode: 'default', timeout: 240_000 });
  let system: CampusWithShell;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    system = await startCampusWithShell();
  });
  test.afterAll(async () => {
    await system.stop();
  });

  const phone = async (browser: Browser): Promise<Page> =>
    (await browser.newContext({ baseURL: system.url, serviceWorkers: 'allow' })).newPage();
  const openHome = async (page: Page): Promise<void> => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const openMarking = async (page: Page, scanned: string): Promise<void> => {
    await page.goto(scanned);
    await expect(page.getByRole('main').getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  };
  /** Scripts and styles that come over the network while something happens. */
  const filesAskedFor = async (work: () => Promise<void>): Promise<string[]> => {
    system.asked.length = 0;
    await work();
    return system.asked.filter((path) => /\/assets\/.*\.(?:js|css)$/.test(path));
  };

  test('a second visit of the marking page fetches no script over the network, even once the browser’s own cache is emptied', async ({
    browser,
  }) => {
    const { student, scanned } = await runningClass(campus(system.url));
    const page = await phone(browser);
    const complaints = watchConsole(page);
    await signInAs(page, student);
    expect((await filesAskedFor(() => openMarking(page, scanned))).length).toBeGreaterThan(3);
    await expectKept(page, MARKING);
    await expectKept(page, /^\/assets\/packages\./);
    await page.waitForLoadState('networkidle');

    const devtools = await page.context().newCDPSession(page);
    expect(await filesAskedFor(() => openMarking(page, scanned))).toEqual([]);
    await devtools.send('Network.clearBrowserCache');
    // A remote's entry is nothing that the worker keeps, and shows that the browser's cache is empty.
    const again = await filesAskedFor(() => openMarking(page, scanned));
    expect(again).toEqual([expect.stringContaining('/remoteEntry.')]);
    expect(complaints).toEqual([]);
  });

  test('who has only signed in has the marking page’s files too, and a visitor nothing of any remote', async ({
    browser,
  }) => {
    const visitor = await phone(browser);
    await openHome(visitor);
    await expectKept(visitor, /^\/assets\/main\./);
    expect((await kept(visitor)).filter((path) => path.startsWith('/remotes/'))).toEqual([]);

    const page = await phone(browser);
    await signInAs(page, await campus(system.url).student());
    await page.goto('/student');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expectKept(page, MARKING);
  });

  test('keeps nothing that is about anybody, before and after the sign-out', async ({ browser }) => {
    const { student, scanned, session } = await runningClass(campus(system.url), {
      preferences: { requirePin: true },
    });
    const page = await phone(browser);
    await signInAs(page, student);
    await page.goto(scanned);
    await enterPin(page);
    await expectKept(page, MARKING);
    await page.getByRole('button', { name: 'Mark My Attendance' }).click();
    await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
    await page.goto('/student/history');
    await expect(page.getByRole('heading', { name: 'Attendance History' })).toBeVisible();
    // Asked by a script in the page, it keeps no more.
    const asked = ['/', scanned, '/remotes.json', '/remotes/attendance/mf-manifest.json', '/api/auth/me'];
    const portal = '/assets/portal.0a1b2c3d.js';
    await askToKeep(page, [...asked, portal]);
    expect(system.asked).toContain(portal);
    const expectFilesOnly = async (): Promise<void> => {
      const paths = await kept(page);
      expect(paths.length).toBeGreaterThan(5);
      expect(paths.filter((path) => !MAY_BE_KEPT.test(path) || path === portal)).toEqual([]);
      const texts = await keptTexts(page);
      for (const secret of [student.name, student.email, student.id, session.qrCode ?? '', student.token])
        expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    };
    await expectFilesOnly();

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await expectFilesOnly();
  });

  test('a new release is there at the next load, a release that is taken back too, and one from before workers', async ({
    browser,
  }) => {
    const page = await phone(browser);
    await openHome(page);
    await expectKept(page, /^\/assets\/main\./);
    try {
      await system.release('next');
      await openHome(page);
      expect(await releaseOf(page)).toBe('next');
      await expectKept(page, /^\/assets\/main\.0e0e0e0e\.js$/);

      await system.release('built');
      // What it kept of this release is used again.
      expect(await filesAskedFor(() => openHome(page))).toEqual([]);
      expect(await releaseOf(page)).toBeNull();

      await system.release('before service workers');
      await openHome(page);
      await openHome(page);
      expect(await releaseOf(page)).toBeNull();
    } finally {
      await system.release('built');
    }
  });

  test('switched off by the gateway’s setting, it removes what it kept, and itself, and does not come back', async ({
    browser,
  }) => {
    const page = await phone(browser);
    await openHome(page);
    await expectKept(page, /^\/assets\/main\./);
    try {
      await system.restart({ SERVICE_WORKER: 'off' });
      await openHome(page);
      await expect.poll(() => registrations(page), { timeout: 60_000 }).toBe(0);
      expect(await kept(page)).toEqual([]);
      await openHome(page);
      await page.waitForLoadState('networkidle');
      expect(await registrations(page)).toBe(0);
      expect(await kept(page)).toEqual([]);
    } finally {
      await system.restart({});
    }
    await openHome(page);
    await expectKept(page, /^\/assets\/main\./);
  });
});
