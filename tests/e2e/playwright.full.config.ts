import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

process.env['RANDOM_NETWORK_RUNS'] ??= '20';

/** Traces contain no screenshots, which would make the run a third longer. */
export default defineConfig(config, {
  metadata: { everyLook: true },
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false } },
});
