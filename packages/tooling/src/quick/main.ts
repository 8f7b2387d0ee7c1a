import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { generatePrismaClient } from '@qr-attendance/stack';
import pLimit from 'p-limit';
import { changedFilesWithUncommitted } from '../affected/changed-files.ts';
import { JEST_NODE_OPTIONS } from '../test-command/jest-stage.ts';
import { FULL_ONLY } from '../test-command/jest-tiers.ts';
import { formatCounts, sumResults, type StageResult } from '../test-command/result.ts';
import { ROOT, runProgram } from '../test-command/run-program.ts';
import { runStage } from '../test-command/run-stage.ts';
import { check, staticChecks } from '../test-command/static-checks.ts';
import { chooseChecks } from './choose-checks.ts';

// Checks what has changed since a commit, by default the last commit, in less than a minute: npm run check -- quick
// main
const program = createCommandLine(
  'npm run check -- quick',
  'Checks what has changed, in less than a minute: formatting, lint, words, texts, types, dependencies and tests of pages.',
).argument('[commit]', 'changed since this commit, branch or tag', 'HEAD');
parseCommandLine(program);
const [base] = program.processedArgs;
const files = (await changedFilesWithUncommitted(base, ROOT)).filter((file) => existsSync(join(ROOT, file)));
const { code, servers, pages, testedPages, serverTests } = chooseChecks(files);

const checkServerTypes = async (): Promise<StageResult> => {
  await generatePrismaClient();
  const config = join(ROOT, '.cache/types/quick.json');
  await mkdir(join(ROOT, '.cache/types'), { recursive: true });
  const compilerOptions = { tsBuildInfoFile: './quick.tsbuildinfo' };
  const include = servers.map((folder) => `../../${folder}`);
  const exclude = ['../../**/node_modules', '../../**/dist'];
  const content = { extends: '../../tsconfig.node.json', compilerOptions, include, exclude };
  await writeFile(config, JSON.stringify(content));
  return check('typescript-native/bin/tsc', '-p', config, '--checkers', '1')();
};

const runJest = async (...args: string[]): Promise<StageResult> => {
  const ignored = FULL_ONLY.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const all = ['--passWithNoTests', '--maxWorkers=1', ...ignored, ...args];
  const { ok, output } = await runProgram('jest/bin/jest.js', all, { nodeOptions: JEST_NODE_OPTIONS });
  const counts = output.split('\n').find((line) => line.startsWith('Tests:')) ?? '';
  const [, passed = '0'] = /\b(\d{1,6}) passed/.exec(counts) ?? [];
  const [, failed = '0'] = /\b(\d{1,6}) failed/.exec(counts) ?? [];
  return { passed: Number(passed), failed: ok ? 0 : Math.max(1, Number(failed)), output };
};

const checks: [name: string, run: () => Promise<StageResult>][] = [
  ['formatting', check('oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files)],
  ['spelling', check('@qr-attendance/tooling/src/spelling/main.ts', ...files)],
];
if (servers.length > 0) checks.unshift([`types of ${servers.join(', ')}`, checkServerTypes]);
if (pages)
  checks.unshift(
    ['types of browser code', staticChecks['types of browser code']],
    ['texts and colors of pages', staticChecks['texts and colors of pages']],
  );
if (testedPages.length > 0)
  checks.unshift(['pages', () => runJest('--selectProjects=web', '--findRelatedTests', ...testedPages)]);
if (code.length > 0)
  checks.push(
    ['lint', check('oxlint/bin/oxlint', '--deny-warnings', '--no-error-on-unmatched-pattern', ...code)],
    ['dependencies', check('@qr-attendance/tooling/src/boundaries/main.ts', ...code)],
    ['comments', staticChecks.comments],
  );

if (files.length === 0) console.log(`Nothing has changed since ${base}.`);
const limit = pLimit(2);
const results = await Promise.all(
  (files.length === 0 ? [] : checks).map(([name, run]) => limit(() => runStage(name, run))),
);
console.log(`\n${formatCounts(sumResults(results))}`);
if (serverTests.length > 0) console.log(`With databases: npm run jest -- ${serverTests.join(' ')}`);
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);
