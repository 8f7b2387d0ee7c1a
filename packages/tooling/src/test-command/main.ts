import { join } from 'node:path';
import { buildAll, generatePrismaClient } from '@qr-attendance/stack';
import { startTestInfrastructure } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import { changedSinceWithWork } from '../affected/changed-files.ts';
import { reachOf, type Reach } from '../affected/reach.ts';
import { readOptions, type TestOptions } from './options.ts';
import { sum, tellCounts, type StageResult } from './result.ts';
import { ROOT } from './run-program.ts';
import { chooseStages } from './stages.ts';
import { staticChecks } from './static-checks.ts';

/** So many static checks side by side: each keeps a core busy. */
const STATIC_CHECKS_AT_ONCE = 2;

/** Runs a stage, tells how it went, and shows its output when it failed. */
const runStage = async (name: string, run: () => Promise<StageResult>): Promise<StageResult> => {
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

const findReach = async ({ affectedSince }: TestOptions): Promise<Reach> => {
  if (affectedSince === undefined) return 'everything';
  const reach = reachOf(await changedSinceWithWork(affectedSince, ROOT), ROOT);
  const told =
    reach === 'everything' ? reach : [...reach.tests, ...(reach.system ? ['the system'] : [])].join(', ');
  console.log(`What has changed since ${affectedSince} reaches: ${told || 'static checks alone'}`);
  return reach;
};

const runAll = async (options: TestOptions): Promise<StageResult[]> => {
  const reach = await findReach(options);
  const wanted = { full: options.full, reach };
  // Types and lint read the generated client, so it comes first.
  await generatePrismaClient();
  const limit = pLimit(STATIC_CHECKS_AT_ONCE);
  const results = await Promise.all(
    Object.entries(staticChecks).map(([name, run]) => limit(() => runStage(name, run))),
  );
  const chosen = chooseStages(wanted);
  // One build for every stage that follows.
  const built = chosen.some(({ looksAt }) => looksAt === 'system') ? await buildAll() : [];
  if (built.length > 0) console.log(`  built ${built.join(', ')}`);
  const servers = await startTestInfrastructure();
  try {
    if (chosen.length > 0) await servers.prepare();
    await Promise.all(
      (['tests', 'disturbances'] as const).map(async (lane) => {
        for (const { name, run } of chosen.filter((stage) => stage.lane === lane))
          results.push(await runStage(name, () => run(wanted)));
      }),
    );
  } finally {
    await servers.stop();
  }
  return results;
};

process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache', 'node');
let failedToRun = 0;
const results = await Promise.resolve()
  .then(() => runAll(readOptions(process.argv.slice(2))))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    failedToRun = 1;
    return [] as StageResult[];
  });
const { passed, failed, skipped } = sum(results);
console.log(`\n${tellCounts({ passed, failed: failed + failedToRun, skipped })}`);
process.exit(failed + failedToRun > 0 || passed === 0 ? 1 : 0);
