import type { Browser, Page } from '@playwright/test';
import { campus } from '../support/campus.ts';
import { startCampusWithShell, type CampusWithShell } from '../support/releases/start-campus-with-shell.ts';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/**
 * Paths that the worker may cache: the page for all paths, and hashed files except the entries of remotes.
 */
const MAY_BE_KEPT =
  /^\/page-to-keep$|^(?:\/remotes\/[\w.-]+)?\/assets\/(?!remoteEntry\.)[^/?]+\.[0-9a-f]{8}\.(?:js|css|svg|wasm)$/;
const MARKING = /^\/remotes\/attendance\/assets\/__federation_expose_remote\./;

test.use({ serviceWorkers: 'allow' });

const inCaches = (what: string): string => `(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    ${what}
  }
  return found;
})()`;
const cachedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(
    inCaches('for (const { url } of await cache.keys()) found.push(url.slice(location.origin.length));'),
  );
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate(inCaches('for (const answer of await cache.matchAll()) found.push(await answer.text());'));
const registrations = (page: Page): Promise<number> =>
  page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)');
const askToKeep = (page: Page, addresses: string[]): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    const message = { type: 'CACHE_URLS', payload: { urlsToCache: ${JSON.stringify(addresses)} } };
    navigator.serviceWorker.controller.postMessage(message, [port2]);
  })`);
const expectKept = (page: Page, file: RegExp): Promise<void> =>
  expect
    .poll(async () => (await cachedFiles(page)).some((path) => file.test(path)), { timeout: 60_000 })
    .toBe(true);
const PAGE = /^\/page-to-keep$/;
const nonceOf = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('meta[name=csp-nonce]').content");
const releaseOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-release');

test.describe('the service worker', () => {
  test.describe.configure({ mode: 'default' });
  let system: CampusWithShell;
  test.beforeAll(async () => {
    system = await startCampusWithShell();
  });
  test.afterAll(async () => {
    await system.stop();
  });

  const phone = async (browser: Browser): Promise<Page> =>
    (await browser.newContext({ baseURL: system.url, serviceWorkers: 'allow' })).newPage();
  /** Waits until the app has replaced the prerendered page. */
  const expectStarted = (page: Page): Promise<void> =>
    expect(page.locator('#root[data-first-page]')).toHaveCount(0);
  const openHome = async (page: Page): Promise<void> => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectStarted(page);
  };
  const openMarking = async (page: Page, scanned: string): Promise<void> => {
    await page.goto(scanned);
    await expect(page.getByRole('main').getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
    await expectStarted(page);
  };
  const asksForPage = async (work: () => Promise<void>): Promise<boolean> => {
    system.asked.length = 0;
    await work();
    return system.asked.some((path) => /^\/(?:$|student|attendance)/.test(path));
  };
  const filesAskedFor = async (work: () => Promise<void>): Promise<string[]> => {
    system.asked.length = 0;
    await work();
    return system.asked.filter((path) => /\/assets\/.*\.(?:js|css)$/.test(path));
  };

  test('serves the scripts for a second visit to the marking page, even with an empty browser cache', async ({
    browser,
  }) => {
    const { student, scanned } = await runningClass(campus(system.url));
    const page = await phone(browser);
    // Disables the sampling of web vitals, like in nine of ten page loads; their script would be loaded at an
    // idle moment.
    await page.addInitScript(() => {
      Math.random = () => 0.99;
    });
    const complaints = watchConsole(page);
    await signInAs(page, student);
    expect((await filesAskedFor(() => openMarking(page, scanned))).length).toBeGreaterThan(3);
    await expectKept(page, MARKING);
    await expectKept(page, /^\/assets\/packages\./);
    await page.waitForLoadState('networkidle');

    const devtools = await page.context().newCDPSession(page);
    expect(await filesAskedFor(() => openMarking(page, scanned))).toEqual([]);
    await devtools.send('Network.clearBrowserCache');
    // The worker never caches a remote's entry, so requesting it proves that the browser's cache is empty.
    const again = await filesAskedFor(() => openMarking(page, scanned));
    expect(again).toEqual([expect.stringContaining('/remoteEntry.')]);
    expect(complaints).toEqual([]);
  });

  test('caches the marking page’s files after a sign-in, but no remote’s files for a visitor', async ({
    browser,
  }) => {
    const visitor = await phone(browser);
    await openHome(visitor);
    await expectKept(visitor, /^\/assets\/main\./);
    expect((await cachedFiles(visitor)).filter((path) => path.startsWith('/remotes/'))).toEqual([]);

    const page = await phone(browser);
    await signInAs(page, await campus(system.url).student());
    await page.goto('/student');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expectKept(page, MARKING);
  });

  test('stores nothing personal, before or after the sign-out', async ({ browser }) => {
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
    const asked = ['/', scanned, '/remotes.json', '/remotes/attendance/mf-manifest.json', '/api/auth/me'];
    const portal = '/assets/portal.0a1b2c3d.js';
    await askToKeep(page, [...asked, portal]);
    expect(system.asked).toContain(portal);
    const expectFilesOnly = async (): Promise<void> => {
      const paths = await cachedFiles(page);
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

  test('starts the next visit with the cached page and a new nonce, on any path', async ({ browser }) => {
    const { student, scanned } = await runningClass(campus(system.url), {
      preferences: { requirePin: true },
    });
    const page = await phone(browser);
    const complaints = watchConsole(page);
    await signInAs(page, student);
    expect(await asksForPage(() => openHome(page))).toBe(true);
    const first = await nonceOf(page);
    await expectKept(page, PAGE);

    expect(await asksForPage(() => openHome(page))).toBe(false);
    const second = await nonceOf(page);
    expect(await asksForPage(() => openMarking(page, scanned))).toBe(false);
    const third = await nonceOf(page);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(third).toHaveLength(first.length);
    await enterPin(page);
    await page.getByRole('button', { name: 'Mark My Attendance' }).click();
    await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
    expect(await asksForPage(async () => void (await page.goto('/student/history')))).toBe(false);
    await expect(page.getByRole('heading', { name: 'Attendance History' })).toBeVisible();
    expect(complaints).toEqual([]);
    const texts = await keptTexts(page);
    expect(texts.filter((text) => text.includes('mf-manifest.json"'))).toEqual([]);
  });

  test('replaces the cached page with the server’s if a remote needs a newer shell', async ({ browser }) => {
    const page = await phone(browser);
    await signInAs(page, await campus(system.url).student());
    await openHome(page);
    await expectKept(page, PAGE);
    await page.addInitScript(`{
      const ask = window.fetch;
      window.fetch = async (address, more) => {
        const answer = await ask(address, more);
        if (!/^\\/remotes[.-]/.test(String(address))) return answer;
        const body = await answer.json();
        for (const remote of Object.values(body.list ?? body)) remote.contractVersion = 99;
        return Response.json(body);
      };
    }`);
    const open = async (): Promise<void> => {
      await page.goto('/student/history');
      await expect(page.getByRole('heading', { name: 'Attendance History' })).toBeVisible();
    };
    expect(await asksForPage(open)).toBe(true);
  });

  test('shows the frame and an explanation without a connection', async ({ browser }) => {
    const page = await phone(browser);
    await signInAs(page, await campus(system.url).student());
    await openHome(page);
    await expectKept(page, PAGE);
    await page.context().setOffline(true);
    await page.goto('/student/scan');
    await expect(page.getByRole('link', { name: 'QR Attendance System' })).toBeVisible();
    await expect(page.getByText('The server cannot be reached')).toBeVisible();
    await page.context().setOffline(false);
    await page.goto('/student/scan');
    await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
  });

  test('shows a usable scan page and PIN field while the network is unresponsive', async ({ browser }) => {
    const { student, scanned } = await runningClass(campus(system.url), {
      preferences: { requirePin: true },
    });
    const page = await phone(browser);
    await signInAs(page, student);
    await openHome(page);
    await expectKept(page, PAGE);
    const releaseScripts = system.hold();
    try {
      await page.goto('/student/scan', { waitUntil: 'commit' });
      await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
      await page.goto(scanned, { waitUntil: 'commit' });
      await enterPin(page);
      await page.getByRole('button', { name: 'Mark My Attendance' }).click();
    } finally {
      releaseScripts();
    }
    await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  });

  test('requests the page from the server after a reload, or if the cached page lacks a file, is a week old or has a future date', async ({
    browser,
  }) => {
    const page = await phone(browser);
    await openHome(page);
    await expectKept(page, PAGE);
    expect(await asksForPage(() => openHome(page))).toBe(false);
    expect(await asksForPage(async () => void (await page.reload()))).toBe(true);

    // The device's clock may have been wrong when the page was cached.
    for (const days of [-8, 8]) {
      await page.evaluate(`(async () => {
        const cache = await caches.open('page');
        const kept = await cache.match('/page-to-keep');
        const headers = new Headers(kept.headers);
        const note = JSON.parse(headers.get('x-kept'));
        headers.set('x-kept', JSON.stringify({ ...note, at: note.at + ${days} * 24 * 60 * 60 * 1000 }));
        await cache.put('/page-to-keep', new Response(await kept.text(), { headers }));
      })()`);
      expect(await asksForPage(() => openHome(page))).toBe(true);
      await expect
        .poll(() =>
          page.evaluate(`(async () => {
            const kept = await (await caches.open('page')).match('/page-to-keep');
            return Math.abs(Date.now() - JSON.parse(kept.headers.get('x-kept')).at) < 60_000;
          })()`),
        )
        .toBe(true);
      expect(await asksForPage(() => openHome(page))).toBe(false);
    }

    await page.evaluate(`(async () => {
      const cache = await caches.open('hashed-files');
      for (const { url } of await cache.keys()) if (url.includes('/assets/main.')) await cache.delete(url);
    })()`);
    expect(await asksForPage(() => openHome(page))).toBe(true);
  });

  test('shows a new release, or a rollback, on the second load or after a reload', async ({ browser }) => {
    const page = await phone(browser);
    await openHome(page);
    await expectKept(page, PAGE);
    const expectAtSecondLoad = async (release: string | null, before: RegExp): Promise<void> => {
      await openHome(page);
      expect(await releaseOf(page)).not.toBe(release);
      const keepsBefore = async (): Promise<boolean> =>
        (await keptTexts(page)).some((text) => /^<!doctype/i.test(text) && before.test(text));
      await expect.poll(keepsBefore, { timeout: 60_000 }).toBe(false);
      await openHome(page);
      expect(await releaseOf(page)).toBe(release);
    };
    try {
      await system.release('next');
      await expectAtSecondLoad('next', /main\.(?!0e0e0e0e)[0-9a-f]{8}\.js/);
      await expectKept(page, PAGE);
      await system.release('built');
      await expectAtSecondLoad(null, /main\.0e0e0e0e\.js/);

      await expectKept(page, PAGE);
      await system.release('next');
      await openHome(page);
      await page.reload();
      await expectStarted(page);
      expect(await releaseOf(page)).toBe('next');

      await system.release('before service workers');
      await page.reload();
      await openHome(page);
      expect(await releaseOf(page)).toBeNull();
    } finally {
      await system.release('built');
    }
  });

  test('removes its cache and itself when the gateway’s setting switches it off', async ({ browser }) => {
    const page = await phone(browser);
    await openHome(page);
    await expectKept(page, /^\/assets\/main\./);
    try {
      await system.restart({ SERVICE_WORKER: 'off' });
      await openHome(page);
      await expect.poll(() => registrations(page), { timeout: 60_000 }).toBe(0);
      expect(await cachedFiles(page)).toEqual([]);
      await openHome(page);
      await page.waitForLoadState('networkidle');
      expect(await registrations(page)).toBe(0);
      expect(await cachedFiles(page)).toEqual([]);
    } finally {
      await system.restart({});
    }
    await openHome(page);
    await expectKept(page, /^\/assets\/main\./);
  });
});
