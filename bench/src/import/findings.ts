import type { ImportCounts } from '@qr-attendance/contracts';
import type { Findings } from '../bench.ts';
import { countUnmarked, markTimes, MARKS_PER_SECOND, type SteadyAnswer } from '../load/steady.ts';
import { atMost, zeroOf, type Goal } from '../measure/goals.ts';
import { TIME_COLUMNS, timeCells } from '../measure/rounds.ts';
import { percentile } from '../measure/statistics.ts';
import type { MembershipTables } from './membership-tables.ts';

const MAX_MEMORY_MB = 400;
const MAX_RATIO = 1.5;
const MAX_SHARE_AGAIN = 0.2;

export interface Step {
  name: string;
  seconds: number;
  memory: number;
  counts: ImportCounts | undefined;
}

const digestOf = (tables?: MembershipTables) => tables?.digest ?? 'none';
const writtenIn = (tables?: MembershipTables): string =>
  [tables?.memberships, tables?.versions, tables?.auditEntries].join(' + ');
const same = (goal: string, one: string, other: string): Goal => ({
  goal,
  found: `${one}, ${other}`,
  met: one === other,
});

export const describeImports = (
  steps: Step[],
  tables: Record<string, MembershipTables>,
  { alone, beside }: { alone: SteadyAnswer[]; beside: SteadyAnswer[] },
): Findings => {
  const secondsOf = (name: string) => steps.find((step) => step.name === name)?.seconds ?? NaN;
  const digest = (name: string) => digestOf(tables[name]);
  const p99 = (answers: SteadyAnswer[]) => percentile(markTimes(answers), 0.99);
  const whole = (memory: number) => `${memory.toFixed(0)} MB`;
  return {
    tables: [
      {
        title: 'Imports, from the first part of the file to the last change',
        heads: ['', 'it took', 'peak memory', 'added', 'changed', 'ended', 'unchanged', 'not imported'],
        rows: steps.map(({ name, seconds, memory, counts }) => [
          name,
          `${seconds.toFixed(1)} s`,
          whole(memory),
          ...(counts
            ? [counts.added, counts.changed, counts.ended, counts.unchanged, counts.unmatched + counts.error]
            : ['', '', '', '', '']),
        ]),
      },
      {
        title: `${MARKS_PER_SECOND} marks a second, ms`,
        heads: ['', ...TIME_COLUMNS],
        rows: [
          ['alone', ...timeCells([markTimes(alone)])],
          ['beside the import of memberships', ...timeCells([markTimes(beside)])],
        ],
      },
    ],
    goals: [
      atMost(
        'time of the same file again, as a share,',
        [secondsOf('the same again') / secondsOf('memberships')],
        MAX_SHARE_AGAIN,
      ),
      same(
        'the same file again writes no object, event or audit entry',
        writtenIn(tables['memberships']),
        writtenIn(tables['the same again']),
      ),
      same(
        'the same tables after the undo of an older run',
        digest('1 % changed'),
        digest('undo of the first, after the newer ones'),
      ),
      same('the same tables after the undo of a delta', digest('memberships'), digest('undo of the 1 %')),
      same('the same tables after the undo of all', digest('staff'), digest('undo of the last')),
      same(
        'the same tables after kill -9 and resume',
        digest('memberships'),
        digest('memberships, killed midway'),
      ),
      atMost(
        'memory of the course service',
        [Math.max(...steps.map(({ memory }) => memory))],
        MAX_MEMORY_MB,
        whole,
      ),
      atMost('p99 of marks beside an import, to that alone,', [p99(beside) / p99(alone)], MAX_RATIO),
      zeroOf('marks refused during the import', countUnmarked([...alone, ...beside])),
    ],
  };
};
