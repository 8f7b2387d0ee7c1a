import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { openContext, slowDown, type MeasuredPage } from './visits.ts';

/**
 * Keeps what a slow phone shows while it opens a page for the first time: each change of the screen as a picture, named
 * by the milliseconds since the page was asked for. The filming costs time, so nothing is measured meanwhile.
 */
export const filmVisit = async (
  browser: Browser,
  baseURL: string,
  { path, control, as }: MeasuredPage,
  folder: string,
): Promise<void> => {
  const page = await openContext(browser, baseURL, as);
  await slowDown(page);
  const where = await path();
  const session = await page.context().newCDPSession(page);
  const frames: { data: string; at: number }[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (metadata.timestamp !== undefined) frames.push({ data, at: metadata.timestamp * 1_000 });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
  const began = Date.now();
  await page.goto(where, { waitUntil: 'commit' });
  await control(page).click({ trial: true, timeout: 60_000 });
  await session.send('Page.stopScreencast');
  await page.context().close();

  await mkdir(folder, { recursive: true });
  for (const { data, at } of frames) {
    const ms = Math.max(0, Math.round(at - began));
    await writeFile(join(folder, `${String(ms).padStart(5, '0')}.jpg`), data, 'base64');
  }
};
