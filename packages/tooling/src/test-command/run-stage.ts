import { formatCounts, type StageResult } from './result.ts';

export const runStage = async (name: string, run: () => Promise<StageResult>): Promise<StageResult> => {
  const began = performance.now();
  const result = await run().catch((error: unknown): StageResult => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? error.message : String(error),
  }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${name}: ${formatCounts(result)} (${seconds} s)`);
  if (result.failed > 0) console.log(`\n${result.output}\n`);
  else if (result.skipped) console.log(`    ${result.output}`);
  return result;
};
