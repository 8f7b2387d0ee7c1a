import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { controlOf, openContext, slowDown, type MeasuredPage } from './visits.ts';

/** An animated skeleton changes the screen sixty times a second; the strip contains four frames of it. */
const STEP_MS = 250;

/**
 * Records the screen of a slow phone while it opens a page for the first time, named by the milliseconds
 * since the request. Recording takes time, so nothing is measured during it.
 */
export const filmVisit = async (
  browser: Browser,
  baseURL: string,
  measured: MeasuredPage,
  folder: string,
): Promise<void> => {
  const page = await openContext(browser, baseURL, measured.as);
  await slowDown(page);
  const where = await measured.path();
  const session = await page.context().newCDPSession(page);
  const began = Date.now();
  const frames = new Map<number, { data: string; ms: number }>();
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const ms = Math.max(0, Math.round((metadata.timestamp ?? 0) * 1_000 - began));
    frames.set(Math.floor(ms / STEP_MS), { data, ms });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
  await page.goto(where, { waitUntil: 'commit' });
  await controlOf(page, measured).click({ trial: true, timeout: 60_000 });
  await session.send('Page.stopScreencast');
  await page.context().close();

  await mkdir(folder, { recursive: true });
  for (const { data, ms } of frames.values())
    await writeFile(join(folder, `${String(ms).padStart(5, '0')}.jpg`), data, 'base64');
};
