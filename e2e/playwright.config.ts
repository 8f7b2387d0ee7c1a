import { defineConfig } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    launchOptions: chromium(),
    trace: 'retain-on-failure',
  },
});
