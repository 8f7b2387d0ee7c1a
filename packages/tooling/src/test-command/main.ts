import { join } from 'node:path';
import { buildAll, generatePrismaClient } from '@qr-attendance/stack';
import { startTestInfrastructure } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import { changedFilesWithUncommitted } from '../affected/changed-files.ts';
import { reachOf, type Reach } from '../affected/reach.ts';
import { readOptions, type TestOptions } from './options.ts';
import { sumResults, formatCounts, type StageResult } from './result.ts';
import { ROOT } from './run-program.ts';
import { runStage } from './run-stage.ts';
import { chooseStages } from './stages.ts';
import { staticChecks } from './static-checks.ts';

/** Each preparation uses a whole core, so at most two run at the same time. */
const CONCURRENT_PREPARATIONS = 2;
/** With more concurrent stages on two cores, requests between services time out. */
const CONCURRENT_STAGES = 2;

const findReach = async ({ affectedSince }: TestOptions): Promise<Reach> => {
  if (affectedSince === undefined) return 'everything';
  const reach = reachOf(await changedFilesWithUncommitted(affectedSince, ROOT), ROOT);
  const affected =
    reach === 'everything' ? reach : [...reach.tests, ...(reach.system ? ['the system'] : [])].join(', ');
  console.log(`Changes since ${affectedSince} affect: ${affected || 'only static checks'}`);
  return reach;
};

/** Waits for all promises, so that one failure does not hide other failures. */
const settleAll = async <Results extends unknown[]>(work: {
  [Each in keyof Results]: Promise<Results[Each]>;
}): Promise<Results> => {
  await Promise.allSettled(work);
  return Promise.all(work) as Promise<Results>;
};

const runAll = async (options: TestOptions): Promise<StageResult[]> => {
  const reach = await findReach(options);
  const wanted = { full: options.full, reach };
  const chosen = chooseStages(wanted);
  // Type checks and lint read the generated client, so it is generated first.
  await generatePrismaClient();
  const servers = await startTestInfrastructure();
  try {
    const limit = pLimit(CONCURRENT_PREPARATIONS);
    const limitStages = pLimit(CONCURRENT_STAGES);
    const limitChecks = pLimit(chosen.length > 0 ? 1 : CONCURRENT_PREPARATIONS);
    const preparing = settleAll<[void, string[]]>([
      // The servers are prepared first, because installing a server mostly consists of waiting.
      limit(() => (chosen.length > 0 ? servers.prepare() : Promise.resolve())),
      limit(() => (chosen.some(({ looksAt }) => looksAt === 'system') ? buildAll() : Promise.resolve([]))),
    ]);
    // The checks take the place of one stage, so that the longest stage, which mostly waits, runs beside the checks.
    const checked = limitStages(() =>
      Promise.all(Object.entries(staticChecks).map(([name, run]) => limitChecks(() => runStage(name, run)))),
    );
    const stages = chosen.map(({ name, run }) =>
      limitStages(async () => {
        await preparing;
        return runStage(name, () => run(wanted));
      }),
    );
    const [[, built], ...results] = await settleAll<[[void, string[]], StageResult[], StageResult[]]>([
      preparing,
      checked,
      Promise.all(stages),
    ]);
    if (built.length > 0) console.log(`  built ${built.join(', ')}`);
    return results.flat();
  } finally {
    await servers.stop();
  }
};

process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache', 'node');
let failedToRun = 0;
const results = await Promise.resolve()
  .then(() => runAll(readOptions()))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    failedToRun = 1;
    return [] as StageResult[];
  });
const { passed, failed, skipped } = sumResults(results);
console.log(`\n${formatCounts({ passed, failed: failed + failedToRun, skipped })}`);
process.exit(failed + failedToRun > 0 || passed === 0 ? 1 : 0);
