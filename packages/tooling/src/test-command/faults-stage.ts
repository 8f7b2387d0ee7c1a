import type { StageResult } from './result.ts';
import { runProgram } from './run-program.ts';

const count = (output: string, word: string): number =>
  output.split('\n').filter((line) => line.startsWith(`${word} `)).length;

/** Runs the short form of the fault suite; each fault counts as one test. */
export const runFaults = async (): Promise<StageResult> => {
  const { ok, output } = await runProgram('@qr-attendance/faults/src/main.ts', ['--short']);
  const [passed, failed] = [count(output, 'good'), count(output, 'BAD')];
  return { passed, failed: ok ? failed : Math.max(1, failed), output };
};
