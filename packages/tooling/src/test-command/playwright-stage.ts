import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { StageResult } from './result.ts';
import { runProgram } from './run-program.ts';

const reportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** tests/e2e/support/tiers.ts selects the tests of a merge. A flaky test counts as failed. */
export const runPlaywright = async ({ full }: { full: boolean }): Promise<StageResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-playwright-'));
  const file = join(folder, 'report.json');
  const { ok, output } = await runProgram(
    '@playwright/test/cli.js',
    [
      'test',
      '--config',
      `tests/e2e/playwright.${full ? 'full.' : ''}config.ts`,
      '--reporter=list,json',
      ...(full ? [] : ['--project=merge']),
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  const report = reportSchema.safeParse(
    JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as unknown,
  );
  await rm(folder, { recursive: true, force: true });
  if (!report.success) return { passed: 0, failed: 1, output };
  const { expected, unexpected, flaky } = report.data.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: ok ? failed : Math.max(1, failed), output };
};
