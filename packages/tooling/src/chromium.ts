import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same browser without windows of its own, which the whole one draws for each test, unseen. */
const WITHOUT_WINDOWS = ['/usr/bin/chromium-headless-shell'];

const launch = (installed: string[], args: string[]): LaunchOptions => {
  const executablePath = installed.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  };
};

/** How tests launch the browser: the machine's own Chromium where there is one, quiet towards the network. */
export const chromium = (args: string[] = []): LaunchOptions => launch([...WITHOUT_WINDOWS, ...WHOLE], args);

/** The browser as people have it: for what is measured, and for cameras, which the other has none of. */
export const wholeChromium = (args: string[] = []): LaunchOptions => launch(WHOLE, args);
