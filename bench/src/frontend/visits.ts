import type { Browser, Locator, Page } from '@playwright/test';
import { watchTransfers, type Transfer } from '@qr-attendance/tooling/page-weight';
import type { Member } from '@qr-attendance/e2e/support/campus';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';

/** A page that is measured: where it is, who opens it, and what it is there for. */
export interface MeasuredPage {
  name: string;
  path: () => Promise<string>;
  as?: Member;
  control: (page: Page) => Locator;
}

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
  await measured.control(page).waitFor();
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
  /** Until what the page is there for could be pressed: visible, enabled, still, and under nothing else. */
  usable: number;
}

const visit = async (page: Page, { path, control }: MeasuredPage): Promise<Visit> => {
  const where = await path();
  const began = performance.now();
  await page.goto(where, { waitUntil: 'commit' });
  await control(page).waitFor({ timeout: 60_000 });
  // What stands in the page before the app does can be seen, and not used.
  await page.locator('#root[data-first-page]').waitFor({ state: 'detached', timeout: 60_000 });
  await control(page).click({ trial: true, timeout: 60_000 });
  const usable = performance.now() - began;
  const seen = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  return { seen, usable };
};

/** The same page twice on a slow phone: with an empty cache, and with what the first visit left in it. */
export const timeVisits = async (
  browser: Browser,
  baseURL: string,
  measured: MeasuredPage,
): Promise<{ first: Visit; again: Visit }> => {
  const page = await openContext(browser, baseURL, measured.as);
  await slowDown(page);
  const first = await visit(page, measured);
  const again = await visit(page, measured);
  await page.context().close();
  return { first, again };
};
