import type { StageResult } from './result.ts';
import { runProgram } from './run-program.ts';

const count = (output: string, word: string): number =>
  output.split('\n').filter((line) => line.startsWith(`${word} `)).length;

/** Runs a suite that says `good …` or `BAD …` of each of its trials; each counts as one test. */
const runSuite = async (program: string, args: string[]): Promise<StageResult> => {
  const { ok, output } = await runProgram(program, args);
  const [passed, failed] = [count(output, 'good'), count(output, 'BAD')];
  return { passed, failed: ok ? failed : Math.max(1, failed), output };
};

/** The short form of the fault suite. */
export const runFaults = (): Promise<StageResult> =>
  runSuite('@qr-attendance/faults/src/main.ts', ['--short']);

/** A rolling upgrade from the release before, in short; a clone without that commit can't try it. */
export const runUpgrade = (): Promise<StageResult> =>
  runSuite('@qr-attendance/faults/src/main.ts', ['--short', '--only', 'upgrade']);

/**
 * Attacks against the product as it is, the long ones in the full run alone, which also tries each without its defense,
 * where it must get through.
 */
export const runAttacks = ({ full }: { full: boolean }): Promise<StageResult> =>
  runSuite('@qr-attendance/attacks/src/main.ts', full ? [] : ['--short']);

/** A short fuzz of the API; without Python it is skipped, which is not passed. */
export const runFuzz = async (): Promise<StageResult> => {
  const result = await runSuite('@qr-attendance/attacks/src/fuzz/main.ts', ['--short']);
  const [, reason] = /^skipped: (.+)$/m.exec(result.output) ?? [];
  return reason === undefined ? result : { passed: 0, failed: 0, skipped: 1, output: reason };
};
