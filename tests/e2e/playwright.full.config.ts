import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

// Read by random-network.spec.ts.
process.env['RANDOM_NETWORK_RUNS'] ??= '20';

/** Traces have no film strip, which would make the run a third longer. */
export default defineConfig(config, {
  // Read by accessibility.spec.ts.
  metadata: { everyLook: true },
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false } },
});
