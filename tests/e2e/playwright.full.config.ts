import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

// Read by `random-network`; more every night.
process.env['RANDOM_NETWORK_RUNS'] ??= '20';

/** Looks at every page in all widths and schemes, and keeps a trace of each test that fails; without its film strip, which would make the run a third longer. */
export default defineConfig(config, {
  // Read by `accessibility`.
  metadata: { everyLook: true },
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false } },
});
