import { defineConfig } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';
import { MERGE_FILES } from './support/tiers.ts';

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  projects: [
    { name: 'merge', testMatch: MERGE_FILES },
    { name: 'full', testIgnore: MERGE_FILES },
  ],
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    launchOptions: chromium(),
    // Answers of a service worker bypass the routes that tests set. Tests of the worker itself allow it.
    serviceWorkers: 'block',
    // A screenshot of a failed test. The full run also keeps a trace (`playwright.full.config.ts`).
    screenshot: 'only-on-failure',
  },
});
