import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Keeps a trace of each test that fails; without its film strip, which would make the run a third longer. */
export default defineConfig(config, {
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false } },
});
