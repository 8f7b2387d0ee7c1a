import { freePort, superviseNode, type System, waitUntilReady } from '@qr-attendance/stack';
import type { Findings } from '../bench.ts';
import { arrivalTimes, runOpenLoop } from '../load/arrivals.ts';
import { openBrowser, type Patience } from '../load/browser.ts';
import type { PreparedRequest } from '../load/mark-request.ts';
import { cpuPerAnswer } from '../measure/cpu-table.ts';
import { showMs } from '../measure/format.ts';
import { withCpuShares } from '../measure/processes.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Door } from '../world/open-gateway.ts';

const WINDOW_MS = 1_000;
const RATIO = 1.3;
const HOST = '127.0.0.1';

interface Storm {
  answers: (Patience & { ms: number })[];
  tookMs: number;
  shares: Map<string, number>;
}
export interface StormRound {
  storm: Storm;
  bare: Storm;
}

/** Everybody at once, each in a separate browser whose page waits and returns as requested. */
const runStorm = async (
  url: string,
  processes: System['processes'],
  requests: PreparedRequest[],
): Promise<Storm> => {
  const { result, shares } = await withCpuShares({ processes }, async () => {
    const began = performance.now();
    const answers = await runOpenLoop(arrivalTimes(requests.length, WINDOW_MS), async (index, dueAt) => {
      const request = requests[index];
      if (!request) throw new Error('more arrivals than requests');
      const browser = openBrowser(url);
      const found = await browser.ask(request);
      browser.close();
      return { ...found, ms: performance.now() - dueAt };
    });
    return { answers, tookMs: performance.now() - began };
  });
  return { ...result, shares };
};

export const measureStorm = async (
  { dataDir }: System,
  { url, processes }: Pick<Door, 'url' | 'processes'>,
  requests: PreparedRequest[],
): Promise<StormRound> => {
  const port = await freePort();
  const bareUrl = `http://${HOST}:${port}`;
  const env = { PORT: String(port) };
  const server = await superviseNode('bare-hashes', 'bench/src/bounds/bare-hashes.ts', env, dataDir);
  await waitUntilReady(server, bareUrl, { dataDir });
  const bare = await runStorm(bareUrl, { 'bare-hashes': server }, requests);
  await server.stop();
  return { bare, storm: await runStorm(url, processes, requests) };
};

export const describeStorms = (rounds: StormRound[], people: number): Findings => {
  const answers = rounds.flatMap(({ storm }) => storm.answers);
  const signedIn = answers.filter(({ answer }) => answer.status === 200);
  const waits = signedIn.map(({ ms }) => ms);
  const sum = (of: (answer: Patience) => number) => answers.reduce((total, one) => total + of(one), 0);
  const ratios = rounds.map(({ storm, bare }) => storm.tookMs / bare.tookMs);
  const errorPages = answers.length - signedIn.length;
  const cpu = (title: string, of: (round: StormRound) => Storm) =>
    cpuPerAnswer(
      title,
      rounds.map(of).map(({ shares, tookMs }) => ({ shares, perSecond: (people * 1_000) / tookMs })),
    );
  const seconds = (of: (round: StormRound) => number) => (median(rounds.map(of)) / 1_000).toFixed(1);
  return {
    tables: [
      {
        title: `${people} people sign in within ${WINDOW_MS / 1_000} s from one address (${rounds.length} rounds; times are medians)`,
        heads: [
          ...[
            'sign-ins',
            'signed in',
            'an error page',
            'given a place in the queue',
            'asked to wait without one',
          ],
          ...['p50 ms', 'p99 ms', 'it took, s', 'the hashes alone, s', 'ratio of each round'],
        ],
        rows: [
          [
            answers.length,
            signedIn.length,
            errorPages,
            sum(({ queued }) => queued),
            sum(({ busy }) => busy),
            showMs(percentile(waits, 0.5)),
            showMs(percentile(waits, 0.99)),
            seconds(({ storm }) => storm.tookMs),
            seconds(({ bare }) => bare.tookMs),
            ratios.map((ratio) => ratio.toFixed(2)).join(', '),
          ],
        ],
      },
      cpu('A sign-in in the storm, all its visits', ({ storm }) => storm),
      cpu('A sign-in of the hashes alone', ({ bare }) => bare),
    ],
    goals: [
      {
        goal: 'nobody in a storm of sign-ins sees an error page',
        found: String(errorPages),
        met: errorPages === 0,
      },
      {
        goal: `a storm takes at most ${RATIO} times what its hashes take alone`,
        found: median(ratios).toFixed(2),
        met: median(ratios) <= RATIO,
      },
    ],
  };
};
