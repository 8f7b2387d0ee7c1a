import { buildAll, generatePrismaClient, startTestInfrastructure } from '@qr-attendance/local-stack';
import { checkComposeFile } from '../compose/check-file.ts';
import { tryComposeSystem } from '../compose/try-system.ts';
import { runJest } from './jest-stage.ts';
import { runPlaywright } from './playwright-stage.ts';
import { sum, tellCounts, type StageResult } from './result.ts';
import { staticChecks } from './static-checks.ts';
import { runAttacks, runFaults, runFuzz } from './suite-stage.ts';

/** Runs a stage, tells how it went, and shows its output when it failed. */
const stage = async (name: string, run: () => Promise<StageResult>): Promise<StageResult> => {
  const began = performance.now();
  const result = await run().catch((error: unknown): StageResult => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? error.message : String(error),
  }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${name}: ${tellCounts(result)} (${seconds} s)`);
  if (result.failed > 0) console.log(`\n${result.output}\n`);
  else if (result.skipped) console.log(`    ${result.output}`);
  return result;
};

const runAll = async (): Promise<StageResult[]> => {
  // Types and lint read the generated client, so it comes first.
  await generatePrismaClient();
  const checks = Object.entries(staticChecks).map(([name, run]) => stage(name, run));
  const results = await Promise.all(checks);
  const servers = await startTestInfrastructure();
  try {
    results.push(await stage('unit and component tests', runJest));
    const built = await buildAll();
    if (built.length > 0) console.log(`  built ${built.join(', ')}`);
    results.push(await stage('end-to-end tests in Chromium', runPlaywright));
    results.push(await stage('faults, in short', runFaults));
    results.push(await stage('attacks', runAttacks));
    results.push(await stage('API fuzz', runFuzz));
  } finally {
    await servers.stop();
  }
  results.push(await stage('Compose file', checkComposeFile));
  results.push(await stage('the system in containers', tryComposeSystem));
  return results;
};

let failedToRun = 0;
const results = await runAll().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  failedToRun = 1;
  return [] as StageResult[];
});
const { passed, failed, skipped } = sum(results);
console.log(`\n${tellCounts({ passed, failed: failed + failedToRun, skipped })}`);
process.exit(failed + failedToRun > 0 || passed === 0 ? 1 : 0);
