import { chromium as browserType, type BrowserContextOptions, type Page } from '@playwright/test';
import { wholeChromium } from '@qr-attendance/tooling/chromium';

/** Opens a separate browser with a phone's screen, because a camera belongs to a whole browser. */
export const openPhone = async (
  baseURL: string,
  { args = [], ...options }: BrowserContextOptions & { args?: string[] } = {},
): Promise<Page> => {
  const browser = await browserType.launch(wholeChromium(args));
  const page = await browser.newPage({ baseURL, viewport: { width: 360, height: 740 }, ...options });
  page.on('close', () => void browser.close());
  return page;
};
