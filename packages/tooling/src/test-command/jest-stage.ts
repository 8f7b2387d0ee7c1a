import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '@qr-attendance/contracts/parse-json';
import { z } from 'zod';
import type { StageResult } from './result.ts';
import { FULL_ONLY } from './jest-tiers.ts';
import type { Reach } from '../affected/reach.ts';
import { ROOT, runProgram } from './run-program.ts';

export const JEST_NODE_OPTIONS = ['--import', join(ROOT, 'packages/tooling/jest/keep-worker-data.mjs')];

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ status: z.string(), ancestorTitles: z.array(z.string()) })),
    }),
  ),
});

/** Counts skipped tests and names their groups. A missing report counts as a failure. */
export const toJestResult = (text: string, { ok, output }: { ok: boolean; output: string }): StageResult => {
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return { passed: 0, failed: 1, output };
  const { numPassedTests: passed, numPendingTests: skipped, testResults } = report.data;
  const failed = report.data.numFailedTests + report.data.numRuntimeErrorTestSuites;
  if (!ok || failed > 0) return { passed, failed: Math.max(1, failed), skipped, output };
  const groups = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending')
    .map(({ ancestorTitles }) => ancestorTitles[0] ?? 'a test by itself');
  return { passed, failed, skipped, output: `not tried here: ${[...new Set(groups)].join('; ')}` };
};

type Project = 'node' | 'web';
/** Tests of services mostly wait for each other, while tests of pages keep a core busy. */
const WORKERS: Record<Project, number> = { node: 3, web: 2 };

/** Folders come first, because an option with several values would consume them. */
export const jestArguments = (
  project: Project,
  { full, reach }: { full: boolean; reach: Reach },
): string[] => {
  const folders = reach === 'everything' ? [] : reach.tests;
  const left = ['/node_modules/', ...(full ? [] : FULL_ONLY)];
  return [
    ...folders.map((name) => join(ROOT, name, 'test')),
    '--passWithNoTests',
    `--maxWorkers=${WORKERS[project]}`,
    `--selectProjects=${project}`,
    ...left.map((pattern) => `--testPathIgnorePatterns=${pattern}`),
  ];
};

/**
 * Runs the tests of servers and tools (`node`) or of pages (`web`). A suite that could not run counts as one
 * failure.
 */
export const runJest = async (
  project: Project,
  wanted: { full: boolean; reach: Reach },
): Promise<StageResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-jest-'));
  const file = join(folder, 'report.json');
  const args = [...jestArguments(project, wanted), '--json', `--outputFile=${file}`];
  const { ok, output } = await runProgram('jest/bin/jest.js', args, { nodeOptions: JEST_NODE_OPTIONS });
  const text = await readFile(file, 'utf8').catch(() => '');
  await rm(folder, { recursive: true, force: true });
  return toJestResult(text, { ok, output });
};
