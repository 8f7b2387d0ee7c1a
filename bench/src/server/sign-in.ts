import { freePort, superviseNode, type System, waitUntilReady } from '@qr-attendance/stack';
import { PASSWORD } from '@qr-attendance/test-kit';
import { joinFindings, type Bench, type Findings } from '../bench.ts';
import { arrivalTimes, runOpenLoop } from '../load/arrivals.ts';
import { openBrowser, type AnswerAfterRetries } from '../load/browser.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { post, type PreparedRequest } from '../load/send.ts';
import { countUnmarked, markTimes, sendSteadily, type SteadyAnswer } from '../load/steady.ts';
import { cpuPerUnit, cpuTable, type Cpu } from '../measure/cpu-table.ts';
import { formatMs } from '../measure/format.ts';
import { atMost, zeroOf, formatFigures } from '../measure/goals.ts';
import { withCpu } from '../measure/processes.ts';
import { ratiosOf, runAlternating, TIME_COLUMNS, timeCells } from '../measure/rounds.ts';
import { median, percentile } from '../measure/statistics.ts';
import { openGateway, warmUp } from '../world/open-gateway.ts';
import { withCampus } from '../world/with-campus.ts';

const MAX_MARK_MS = 500;
const MAX_RATIO = 1.3;
const WINDOW_MS = 1_000;
const HOST = '127.0.0.1';
/** `all`: the number of sign-ins at once; `beside`: the number of sign-ins while marks arrive at a steady rate. */
const FULL = { all: 1_500, beside: 500, perSecond: 60, seconds: 12, rounds: 3 };
const SHORT = { all: 60, beside: 20, perSecond: 20, seconds: 4, rounds: 1 };
type Size = typeof FULL;

interface Storm {
  answers: (AnswerAfterRetries & { ms: number })[];
  tookMs: number;
  cpu: Cpu;
}

/**
 * Everybody signs in at once, each in a separate browser whose page waits and retries as the server requests.
 */
const runStorm = async (
  url: string,
  processes: System['processes'],
  requests: PreparedRequest[],
): Promise<Storm> => {
  const { result, cpu, ms } = await withCpu({ processes }, () =>
    runOpenLoop(requests, arrivalTimes(requests.length, WINDOW_MS), async (request, dueAt) => {
      const browser = openBrowser(url);
      const found = await browser.ask(request);
      browser.close();
      return { ...found, ms: performance.now() - dueAt };
    }),
  );
  return { answers: result, tookMs: ms, cpu: cpuPerUnit(cpu, requests.length) };
};

const runProduct = async (system: System, requests: PreparedRequest[], warming: number): Promise<Storm> => {
  const gateway = await openGateway(system);
  await warmUp(gateway.url, requests.slice(0, warming));
  const storm = await runStorm(gateway.url, gateway.processes, requests);
  await gateway.stop();
  return storm;
};

const runHashes = async ({ dataDir }: System, requests: PreparedRequest[]): Promise<Storm> => {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const env = { PORT: String(port), PASSWORD };
  const server = await superviseNode('bare-hashes', 'bench/src/bounds/bare-hashes.ts', env, dataDir);
  await waitUntilReady(server, url, { dataDir });
  const storm = await runStorm(url, { 'bare-hashes': server }, requests);
  await server.stop();
  return storm;
};

const countErrorPages = ({ answers }: Storm): number =>
  answers.filter(({ answer }) => answer.status !== 200).length;

const describeStorms = ([storms = [], hashes = []]: Storm[][], people: number): Findings => {
  const answers = storms.flatMap((storm) => storm.answers);
  const waits = answers.filter(({ answer }) => answer.status === 200).map(({ ms }) => ms);
  const sum = (of: (answer: AnswerAfterRetries) => number) =>
    answers.reduce((total, one) => total + of(one), 0);
  const errorPages = storms.reduce((total, storm) => total + countErrorPages(storm), 0);
  const seconds = (all: Storm[]) => (median(all.map(({ tookMs }) => tookMs)) / 1_000).toFixed(1);
  const ratios = ratiosOf(storms, hashes, ({ tookMs }) => tookMs);
  return {
    tables: [
      {
        title: `${people} people sign in within ${WINDOW_MS / 1_000} s from one address (${storms.length} rounds; times are medians)`,
        heads: [
          'signed in',
          'an error page',
          'queued',
          'asked to wait without a place',
          'p50 ms',
          'p99 ms',
          'it took, s',
          'the hashes alone, s',
          'ratio (each round)',
        ],
        rows: [
          [
            waits.length,
            errorPages,
            sum(({ queued }) => queued),
            sum(({ busy }) => busy),
            formatMs(percentile(waits, 0.5)),
            formatMs(percentile(waits, 0.99)),
            seconds(storms),
            seconds(hashes),
            formatFigures(ratios),
          ],
        ],
      },
      cpuTable('CPU for one sign-in, ms', [
        ['all its visits', storms.map(({ cpu }) => cpu)],
        ['the hashes alone', hashes.map(({ cpu }) => cpu)],
      ]),
    ],
    goals: [
      zeroOf('error pages in a storm of sign-ins', errorPages),
      atMost('duration of a storm, to that of its hashes alone,', ratios, MAX_RATIO),
    ],
  };
};

interface MarkRound {
  calm: SteadyAnswer[];
  stormy: SteadyAnswer[];
  errorPages: number;
}

const describeMarks = (rounds: MarkRound[], { beside, perSecond }: Size): Findings => {
  const row = (name: string, of: (round: MarkRound) => SteadyAnswer[]) => [
    name,
    ...timeCells(rounds.map(of).map(markTimes)),
    countUnmarked(rounds.flatMap(of)),
  ];
  const p99s = rounds.map(({ stormy }) => percentile(markTimes(stormy), 0.99));
  return {
    tables: [
      {
        title: `Marks at ${perSecond} a second while ${beside} people sign in within ${WINDOW_MS / 1_000} s (ms; medians of ${rounds.length} rounds)`,
        heads: ['', ...TIME_COLUMNS, 'not marked'],
        rows: [row('calm', ({ calm }) => calm), row('beside sign-ins', ({ stormy }) => stormy)],
      },
    ],
    goals: [
      zeroOf(
        'error pages of sign-ins beside marks',
        rounds.reduce((sum, one) => sum + one.errorPages, 0),
      ),
      zeroOf('marks not taken beside sign-ins', countUnmarked(rounds.flatMap(({ stormy }) => stormy))),
      atMost('p99 of a mark beside sign-ins, worst round, ms,', [Math.max(...p99s)], MAX_MARK_MS, formatMs),
    ],
  };
};

const measureMarks = async (
  { url, processes }: System,
  takeMarks: (count: number) => Promise<PreparedRequest[]>,
  signIns: PreparedRequest[],
  { perSecond, seconds }: Size,
): Promise<MarkRound> => {
  const calm = await sendSteadily(url, await takeMarks(perSecond * seconds), perSecond);
  const marks = await takeMarks(perSecond * seconds);
  const began = performance.now();
  const storming = runStorm(url, processes, signIns);
  const [answers, storm] = await Promise.all([sendSteadily(url, marks, perSecond), storming]);
  const stormy = answers.filter(({ dueAt }) => dueAt <= began + storm.tookMs);
  return { calm, stormy, errorPages: countErrorPages(storm) };
};

export const signIn: Bench = {
  name: 'sign-in',
  about: 'do marks flow on while many sign in at once, and how long does a whole hall take?',
  run: async ({ short, students, log }) => {
    const defaults = short ? SHORT : FULL;
    const all = students ?? defaults.all;
    const size = { ...defaults, all, beside: Math.min(defaults.beside, all) };
    return withCampus({ students: all, courses: 2 }, log, async (system, campus) => {
      const takeMarks = createTakeMarks(system, campus);
      const requests = campus.students.map(({ email }) =>
        post('/api/auth/login', { email, password: PASSWORD }),
      );
      const beside = requests.slice(0, size.beside);
      const [marks = []] = await runAlternating([() => measureMarks(system, takeMarks, beside, size)], {
        rounds: size.rounds,
        warmUps: 1,
      });
      log('marks beside sign-ins: done');
      const storms = await runAlternating(
        [() => runProduct(system, requests, size.beside), () => runHashes(system, requests)],
        size,
        (round, found) => {
          const [took, alone] = found.map(({ tookMs }) => (tookMs / 1_000).toFixed(1));
          log(`${all} at once, ${round}: ${took} s, the hashes alone ${alone} s`);
        },
      );
      return joinFindings(describeMarks(marks, size), describeStorms(storms, all));
    });
  },
};
