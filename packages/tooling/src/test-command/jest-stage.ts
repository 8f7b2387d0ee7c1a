import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { StageResult } from './result.ts';
import { runProgram } from './run-program.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
});

/** Runs every unit and component test. A suite that could not run counts as one failure. */
export const runJest = async (): Promise<StageResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-jest-'));
  const file = join(folder, 'report.json');
  const { ok, output } = await runProgram('jest/bin/jest.js', ['--json', `--outputFile=${file}`], {
    nodeArgs: ['--experimental-vm-modules'],
  });
  const report = reportSchema.safeParse(
    JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as unknown,
  );
  await rm(folder, { recursive: true, force: true });
  if (!report.success) return { passed: 0, failed: 1, output };
  const failed = report.data.numFailedTests + report.data.numRuntimeErrorTestSuites;
  return { passed: report.data.numPassedTests, failed: ok ? failed : Math.max(1, failed), output };
};
