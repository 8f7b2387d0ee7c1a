import type { ImportCounts } from '@qr-attendance/contracts';
import type { Findings } from '../bench.ts';
import { MARKS_PER_SECOND } from '../load/mark-beside.ts';
import { latenciesOf, type SteadyAnswer } from '../load/steady.ts';
import { showMs } from '../measure/format.ts';
import { percentile } from '../measure/statistics.ts';

const MAX_MEMORY_MB = 400;
const SLOWER_AT_MOST = 1.5;

export interface Step {
  name: string;
  seconds: number;
  memory: number;
  counts: ImportCounts | undefined;
}

const p99 = (answers: SteadyAnswer[]) => percentile(latenciesOf(answers, 201), 0.99);

/** Describes the steps of imports and the marks beside one of them. */
export const describeImports = (
  steps: Step[],
  marks: { alone: SteadyAnswer[]; beside: SteadyAnswer[] },
  checks: { goal: string; found: string; met: boolean }[],
): Findings => {
  const memory = Math.max(...steps.map((step) => step.memory));
  const [alone, beside] = [p99(marks.alone), p99(marks.beside)];
  const ratio = beside / alone;
  const refused = [...marks.alone, ...marks.beside].filter(({ status }) => status !== 201).length;
  return {
    tables: [
      {
        title: 'Imports, from the first part of the file to the last change',
        heads: ['', 'it took', 'peak memory, MB', 'added', 'changed', 'ended', 'unchanged', 'not imported'],
        rows: steps.map(({ name, seconds, memory: peak, counts }) => [
          name,
          `${seconds.toFixed(1)} s`,
          peak.toFixed(0),
          ...(counts
            ? [counts.added, counts.changed, counts.ended, counts.unchanged, counts.unmatched + counts.error]
            : ['', '', '', '', '']),
        ]),
      },
      {
        title: `${MARKS_PER_SECOND} marks a second beside the import of memberships`,
        heads: ['p99 alone, ms', 'beside, ms', 'ratio'],
        rows: [[showMs(alone), showMs(beside), ratio.toFixed(2)]],
      },
    ],
    goals: [
      ...checks,
      {
        goal: `memory of the course service at most ${MAX_MEMORY_MB} MB`,
        found: `${memory.toFixed(0)} MB`,
        met: memory <= MAX_MEMORY_MB,
      },
      {
        goal: `p99 of marks beside an import at most ${SLOWER_AT_MOST} times that alone`,
        found: ratio.toFixed(2),
        met: ratio <= SLOWER_AT_MOST,
      },
      { goal: 'no mark is refused during the import', found: String(refused), met: refused === 0 },
    ],
  };
};
