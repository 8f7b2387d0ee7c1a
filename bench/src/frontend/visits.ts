import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { watchTransfers, type Transfer } from '@qr-attendance/tooling/page-weight';
import type { Member } from '@qr-attendance/e2e/support/campus';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';

/** A page that is measured: where it is, who opens it, and what it is there for. */
export interface MeasuredPage {
  name: string;
  path: () => Promise<string>;
  as?: Member;
  /** What it is there for, by its words. */
  control: { selector: string; text: string };
  /** What is drawn of it before the app is there answers to a press: a link, or what the app does once it has come. */
  worksAsDrawn?: boolean;
}

/** The control of a page, for what waits for it and measures nothing. */
export const controlOf = (page: Page, { control: { selector, text } }: MeasuredPage) =>
  page.locator(selector).filter({ hasText: text }).first();

/** A cheap phone on a poor network. Source: Lighthouse, its mobile throttling ("slow 4G"). */
const SLOWER = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_000) / 8,
  uploadThroughput: (675 * 1_000) / 8,
};
const PHONE = { viewport: { width: 360, height: 740 } };

export const openContext = async (browser: Browser, baseURL: string, as?: Member): Promise<Page> => {
  const context = await browser.newContext({ ...PHONE, baseURL });
  const page = await context.newPage();
  if (as) await signInAs(page, as);
  return page;
};

/** Opens a page with an empty cache and lets it come to rest. @returns all that it transferred */
export const weigh = async (
  browser: Browser,
  baseURL: string,
  measured: MeasuredPage,
): Promise<Transfer[]> => {
  const page = await openContext(browser, baseURL, measured.as);
  const transfersOf = watchTransfers(page);
  await page.goto(await measured.path());
  await controlOf(page, measured).waitFor();
  await page.waitForLoadState('networkidle');
  const transfers = await transfersOf();
  await page.context().close();
  return transfers;
};

/** Makes a page's phone cheap and its network poor. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
};

/** How long one visit took, in milliseconds. */
export interface Visit {
  /** Until anything of the page was drawn: the browser's First Contentful Paint (W3C Paint Timing). */
  seen: number;
  /** Until what the page is there for could be pressed: visible, enabled, still, under nothing else, and not in vain. */
  usable: number;
  /** Until the app itself had drawn it. */
  app: number;
}

/** What `watch-control.js` leaves in the page. */
interface ControlSeen {
  drawn: number;
  app: number;
}
const WATCH_CONTROL = join(import.meta.dirname, 'watch-control.js');

/** Asked for seldom: each question takes the slow phone's time. */
const ASK_AGAIN_MS = 1_000;
const LONGEST_MS = 60_000;
const waitForControl = async (page: Page): Promise<ControlSeen> => {
  const giveUpAt = Date.now() + LONGEST_MS;
  for (;;) {
    const { drawn, app } = (await page.evaluate<Partial<ControlSeen> | null>('window.controlSeen')) ?? {};
    if (drawn !== undefined && app !== undefined) return { drawn, app };
    if (Date.now() > giveUpAt) throw new Error(`${page.url()} can't be used after a minute`);
    await setTimeout(ASK_AGAIN_MS);
  }
};

const visit = async (page: Page, { path, worksAsDrawn = false }: MeasuredPage): Promise<Visit> => {
  await page.goto(await path(), { waitUntil: 'commit' });
  const { drawn, app } = await waitForControl(page);
  const seen = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  return { seen, usable: worksAsDrawn ? drawn : app, app };
};

const AT_REST_MS = 6_000;

/** The same page twice on a slow phone: with an empty cache, and with what the first visit left in it. */
export const timeVisits = async (
  browser: Browser,
  baseURL: string,
  measured: MeasuredPage,
): Promise<{ first: Visit; again: Visit }> => {
  const page = await openContext(browser, baseURL, measured.as);
  await page.addInitScript(`window.measuredControl = ${JSON.stringify(measured.control)}`);
  await page.addInitScript({ path: WATCH_CONTROL });
  await slowDown(page);
  const first = await visit(page, measured);
  // The next visit is another day's: what the browser and the service worker do once a page is idle is done by then.
  await page.waitForLoadState('networkidle');
  await setTimeout(AT_REST_MS);
  // Nor does the worker run by then: it has to be started for the visit.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
  const again = await visit(page, measured);
  await page.context().close();
  return { first, again };
};
