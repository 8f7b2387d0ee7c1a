import { defineConfig } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';
import { FULL_ONLY, FULL_ONLY_FILES } from './support/tiers.ts';

const tagged = new RegExp(FULL_ONLY);

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
    { name: 'merge', testIgnore: FULL_ONLY_FILES, grepInvert: tagged },
    { name: 'full: files', testMatch: FULL_ONLY_FILES },
    { name: 'full: tagged', testIgnore: FULL_ONLY_FILES, grep: tagged },
  ],
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    launchOptions: chromium(),
    trace: 'retain-on-failure',
  },
});
