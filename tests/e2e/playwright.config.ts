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
    // What a worker answers goes past a test's routes. With it: `service-worker`, `main-job`.
    serviceWorkers: 'block',
    // What a failed test saw. In the full run a trace as well: `playwright.full.config.ts`.
    screenshot: 'only-on-failure',
  },
});
