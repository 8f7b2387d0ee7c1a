import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import type { AreaName } from '@qr-attendance/contracts/areas';
import { chromium } from '@qr-attendance/tooling/chromium';

const ROOT = join(import.meta.dirname, '../../..');

export const areaTests = (area: AreaName): string => join(ROOT, `mfe-${area}`, 'e2e');

export const baseConfig: PlaywrightTestConfig = {
  outputDir: join(import.meta.dirname, '../test-results'),
  globalSetup: join(import.meta.dirname, 'global-setup.ts'),
  fullyParallel: true,
  workers: 2,
  // Limits end only hanging tests, because some machines are many times slower than others.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  use: {
    actionTimeout: 60_000,
    browserName: 'chromium',
    launchOptions: chromium(),
    // Answers from a service worker would bypass routes that tests define. Tests of the worker override this.
    serviceWorkers: 'block',
    // Takes a screenshot of a failed test. The full run also keeps a trace (`playwright.full.config.ts`).
    screenshot: 'only-on-failure',
  },
};

/** The browser tests of one remote. Builds only that remote, or tests the system at `E2E_BASE_URL`. */
export const configOfArea = (area: AreaName, dir: string): PlaywrightTestConfig => {
  process.env['E2E_AREA'] = area;
  return defineConfig(baseConfig, { testDir: join(dir, 'e2e'), outputDir: join(dir, 'test-results') });
};
