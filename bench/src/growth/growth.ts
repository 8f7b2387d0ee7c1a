import type { Bench, Findings } from '../bench.ts';
import { showMs } from '../measure/format.ts';
import { median, percentile } from '../measure/statistics.ts';
import { askInTurn, type Times } from './ask-in-turn.ts';
import { exportAll, type Exported } from './export.ts';
import { openCampus, type OpenCampus, type Size } from './open-campus.ts';

const GROWS_AT_MOST = 1.5;
const FLAT = 1.25;

/** The median ignores other load that affects a single round. */
const ROUNDS = 5;

const p95 = (times: Map<Size, number[]>, size: Size): number => {
  const all = times.get(size) ?? [];
  const calls = Math.ceil(all.length / ROUNDS);
  const rounds = Array.from({ length: ROUNDS }, (_round, index) =>
    all.slice(index * calls, (index + 1) * calls),
  );
  return median(rounds.filter(({ length }) => length > 0).map((round) => percentile(round, 0.95)));
};

const describeTimes = (times: Times, sizes: Size[]): Findings => {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest) throw new Error('nothing was measured');
  const growths = [...times].map(([name, bySize]) => ({
    name,
    bySize,
    growth: p95(bySize, largest) / p95(bySize, smallest),
  }));
  return {
    tables: [
      {
        title: `p95 (median) in ms, by marks in the database; p95 is the middle of ${ROUNDS} rounds`,
        heads: ['asked', ...sizes, 'growth of p95'],
        rows: growths.map(({ name, bySize, growth }) => [
          name,
          ...sizes.map((size) => `${showMs(p95(bySize, size))} (${showMs(median(bySize.get(size) ?? []))})`),
          growth.toFixed(2),
        ]),
      },
    ],
    goals: growths.map(({ name, growth }) => ({
      goal: `${name}: p95 at ${largest} marks at most ${GROWS_AT_MOST} times that at ${smallest}`,
      found: growth.toFixed(2),
      met: growth <= GROWS_AT_MOST,
    })),
  };
};

const describeExport = (size: Size, exported: Exported): Findings => {
  const { rows, seconds, firstRowMs, memoryBefore, memoryEarly, memoryLate } = exported;
  const growth = memoryLate / memoryEarly;
  return {
    tables: [
      {
        title: `export of a tenth of ${size} marks`,
        heads: [
          'rows',
          's',
          'rows/s',
          'first row, ms',
          'MB before',
          'MB in the first half',
          'MB in the second',
        ],
        rows: [
          [
            rows,
            seconds.toFixed(1),
            (rows / seconds).toFixed(0),
            showMs(firstRowMs),
            ...[memoryBefore, memoryEarly, memoryLate].map((memory) => memory.toFixed(0)),
          ],
        ],
      },
    ],
    goals: [
      {
        goal: `export: memory in its second half at most ${FLAT} times that in its first`,
        found: growth.toFixed(2),
        met: growth <= FLAT,
      },
    ],
  };
};

const join = (...all: Findings[]): Findings => ({
  tables: all.flatMap(({ tables }) => tables),
  goals: all.flatMap(({ goals }) => goals),
});

export const growth: Bench = {
  name: 'growth',
  about: 'do pages open as fast over ten years of marks as over a term?',
  run: async ({ short, log }) => {
    const sizes: Size[] = short
      ? ['20 thousand', '100 thousand']
      : ['100 thousand', '1 million', '10 million'];
    const campuses: OpenCampus[] = [];
    try {
      for (const size of sizes) campuses.push(await openCampus(size, log));
      const times = await askInTurn(campuses, short ? { warmUp: 5, calls: 20 } : { warmUp: 20, calls: 200 });
      const largest = campuses.at(-1);
      if (!largest) throw new Error('there is no campus');
      log('the largest is exported');
      return join(describeTimes(times, sizes), describeExport(largest.size, await exportAll(largest)));
    } finally {
      await Promise.all(campuses.map(({ services }) => services.stop()));
    }
  },
};
