import { joinFindings, type Bench, type Findings } from '../bench.ts';
import { formatMs } from '../measure/format.ts';
import { atMost } from '../measure/goals.ts';
import { runAlternating } from '../measure/rounds.ts';
import { median, percentile } from '../measure/statistics.ts';
import { describeExport, exportAll } from './export.ts';
import { openCampus, type OpenCampus, type Size } from './open-campus.ts';
import { pageRequestsOf, type PageRequest } from './pages.ts';

const MAX_RATIO = 1.5;
const TOKEN_SECONDS = 7_200;
/** Number of parts of a measurement. The median over the parts ignores other load that affects only one part. */
const PARTS = 5;
const FULL = { sizes: ['100 thousand', '1 million', '10 million'] as const, warmUps: 20, rounds: 200 };
const SHORT = { sizes: ['20 thousand', '100 thousand'] as const, warmUps: 5, rounds: 20 };

const ask = async ({ services }: OpenCampus, { name, path, who }: PageRequest): Promise<number> => {
  const token = services.tokenFor({ ...who, name: 'Ada' }, TOKEN_SECONDS);
  const began = performance.now();
  const response = await fetch(services.urls.attendance + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = await response.text();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${name}: ${response.status} ${body}`);
  return ms;
};

const p95 = (times: number[] = []): number => {
  const calls = Math.ceil(times.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_part, index) =>
    times.slice(index * calls, (index + 1) * calls),
  );
  return median(parts.filter(({ length }) => length > 0).map((part) => percentile(part, 0.95)));
};

interface PageTimes {
  name: string;
  times: number[][];
}

const describeTimes = (timesOfPages: PageTimes[], sizes: readonly Size[]): Findings => {
  const growthOf = ({ times }: PageTimes): number => p95(times.at(-1)) / p95(times[0]);
  return {
    tables: [
      {
        title: `p95 (median) in ms, by marks in the database; p95 is the middle of ${PARTS} parts`,
        heads: ['asked', ...sizes, 'growth of p95'],
        rows: timesOfPages.map((one) => [
          one.name,
          ...one.times.map((times) => `${formatMs(p95(times))} (${formatMs(median(times))})`),
          growthOf(one).toFixed(2),
        ]),
      },
    ],
    goals: timesOfPages.map((one) =>
      atMost(
        `${one.name}: p95 at ${sizes.at(-1)} marks, to that at ${sizes[0]},`,
        [growthOf(one)],
        MAX_RATIO,
      ),
    ),
  };
};

export const growth: Bench = {
  name: 'growth',
  about: 'do pages open as fast over ten years of marks as over a term?',
  run: async ({ short, log }) => {
    const { sizes, ...calls } = short ? SHORT : FULL;
    const campuses: OpenCampus[] = [];
    try {
      for (const size of sizes) campuses.push(await openCampus(size, log));
      const [largest] = campuses.slice(-1) as [OpenCampus];
      const timesOfPages: PageTimes[] = [];
      for (const [index, { name }] of pageRequestsOf(largest.asked, largest.shape).entries()) {
        const runs = campuses.map((campus) => {
          const question = pageRequestsOf(campus.asked, campus.shape)[index] as PageRequest;
          return () => ask(campus, question);
        });
        timesOfPages.push({ name, times: await runAlternating(runs, calls) });
      }
      log('the largest is exported');
      return joinFindings(
        describeTimes(timesOfPages, sizes),
        describeExport(largest.size, await exportAll(largest)),
      );
    } finally {
      await Promise.all(campuses.map(({ services }) => services.stop()));
    }
  },
};
