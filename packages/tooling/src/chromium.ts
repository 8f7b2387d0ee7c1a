import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The headless shell does not render windows for each test, unlike the full browser. */
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

export const chromium = (args: string[] = []): LaunchOptions => launch([...WITHOUT_WINDOWS, ...WHOLE], args);

/** The full browser, for measurements and for cameras, which the headless shell does not support. */
export const wholeChromium = (args: string[] = []): LaunchOptions => launch(WHOLE, args);
