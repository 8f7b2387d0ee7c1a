import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Member } from '@qr-attendance/e2e/support/campus';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';

export interface MeasuredPage {
  name: string;
  path: () => Promise<string>;
  as?: Member;
  control: { selector: string; text: string };
}

/**
 * Slowdown of the CPU that simulates a cheap phone on a poor network. Source: Lighthouse, mobile throttling ("slow
 * 4G").
 */
const SLOWER = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_000) / 8,
  uploadThroughput: (675 * 1_000) / 8,
};
const PHONE = { viewport: { width: 360, height: 740 } };

const openContext = async (browser: Browser, baseURL: string, as?: Member): Promise<Page> => {
  const context = await browser.newContext({ ...PHONE, baseURL });
  const page = await context.newPage();
  if (as) await signInAs(page, as);
  return page;
};

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
};

interface LoadTimes {
  seen: number;
  /**
   * Time until the control can be clicked because it is visible, enabled, stable and not covered. Prerendered
   * controls work as soon as they are rendered.
   */
  usable: number;
  app: number;
}

export interface Visits {
  first: LoadTimes;
  again: LoadTimes;
}

interface ControlTimes {
  drawn: number;
  app: number;
}
const WATCH_CONTROL = join(import.meta.dirname, 'watch-control.js');

/** The interval is long, because each query takes CPU time from the simulated phone. */
const ASK_AGAIN_MS = 1_000;
const MAX_MS = 60_000;
const waitForControl = async (page: Page): Promise<ControlTimes> => {
  const giveUpAt = Date.now() + MAX_MS;
  for (;;) {
    const { drawn, app } = (await page.evaluate<Partial<ControlTimes> | null>('window.controlSeen')) ?? {};
    if (drawn !== undefined && app !== undefined) return { drawn, app };
    if (Date.now() > giveUpAt) throw new Error(`${page.url()} can't be used after a minute`);
    await setTimeout(ASK_AGAIN_MS);
  }
};

const visit = async (page: Page, { path }: MeasuredPage): Promise<LoadTimes> => {
  await page.goto(await path(), { waitUntil: 'commit' });
  const { drawn, app } = await waitForControl(page);
  const seen = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  return { seen, usable: drawn, app };
};

const AT_REST_MS = 6_000;

/** Measures two visits on a slow phone: with an empty cache, and with the cache of the first visit. */
export const timeVisits = async (
  browser: Browser,
  baseURL: string,
  measured: MeasuredPage,
): Promise<Visits> => {
  const page = await openContext(browser, baseURL, measured.as);
  await page.addInitScript(`window.measuredControl = ${JSON.stringify(measured.control)}`);
  await page.addInitScript({ path: WATCH_CONTROL });
  await slowDown(page);
  const first = await visit(page, measured);
  // The second visit simulates another day, after the browser and the service worker have become idle.
  await page.waitForLoadState('networkidle');
  await setTimeout(AT_REST_MS);
  // Stops the service worker, because a visit on another day would have to start it again.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
  const again = await visit(page, measured);
  await page.context().close();
  return { first, again };
};
