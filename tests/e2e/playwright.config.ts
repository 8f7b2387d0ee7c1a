import { defineConfig } from '@playwright/test';
import { areaNames } from '@qr-attendance/contracts/areas';
import { areaTests, baseConfig } from './support/config.ts';
import { MERGE_FILES } from './support/tiers.ts';

export default defineConfig(baseConfig, {
  testDir: './tests',
  projects: [
    { name: 'merge', testMatch: MERGE_FILES },
    { name: 'full', testIgnore: MERGE_FILES },
    // Each remote's own tests, which can also run alone (`mfe-*/playwright.config.ts`).
    ...areaNames.map((name) => ({ name, testDir: areaTests(name) })),
  ],
});
