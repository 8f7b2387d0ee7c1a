import type { StageResult } from './result.ts';
import { runProgram } from './run-program.ts';

const count = (output: string, word: string): number =>
  output.split('\n').filter((line) => line.startsWith(`${word} `)).length;

const runSuite = async (program: string, args: string[]): Promise<StageResult> => {
  const { ok, output } = await runProgram(program, args);
  const [passed, failed] = [count(output, 'good'), count(output, 'BAD')];
  return { passed, failed: ok ? failed : Math.max(1, failed), output };
};

export const runFaults = (): Promise<StageResult> =>
  runSuite('@qr-attendance/faults/src/main.ts', ['--short']);

export const runUpgrade = (): Promise<StageResult> =>
  runSuite('@qr-attendance/faults/src/main.ts', ['--short', '--only', 'upgrade']);

/** The full run adds the long attacks, and runs each attack without its defense, where it must succeed. */
export const runAttacks = ({ full }: { full: boolean }): Promise<StageResult> =>
  runSuite('@qr-attendance/attacks/src/main.ts', full ? [] : ['--short']);

export const runFuzz = async (): Promise<StageResult> => {
  const result = await runSuite('@qr-attendance/attacks/src/fuzz/main.ts', ['--short']);
  const [, reason] = /^skipped: (.+)$/m.exec(result.output) ?? [];
  return reason === undefined ? result : { passed: 0, failed: 0, skipped: 1, output: reason };
};
