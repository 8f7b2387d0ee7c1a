import { routes } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import type { Bench, Findings } from '../bench.ts';
import { startBare } from '../bounds/start-bare.ts';
import { runClosedLoop, type LoopOutcome } from '../load/closed-loop.ts';
import type { PreparedRequest } from '../load/mark-request.ts';
import { showMs, showShare } from '../measure/format.ts';
import { withCpuShares } from '../measure/processes.ts';
import { median, percentile, spread } from '../measure/statistics.ts';
import { makeRegister } from '../world/people.ts';
import { startWorld } from '../world/start-world.ts';

const FULL = { rounds: 5, seconds: 3, connections: 32 };
const SHORT = { rounds: 2, seconds: 1, connections: 8 };
type Size = typeof FULL;

interface Round extends LoopOutcome {
  shares: Map<string, number>;
}
interface Way {
  name: string;
  url: string;
  request: PreparedRequest;
  rounds: Round[];
}

function* forEver(request: PreparedRequest): Generator<PreparedRequest> {
  for (;;) yield request;
}

const measure = async (
  system: Pick<System, 'processes'>,
  ways: Way[],
  { rounds, seconds, connections }: Size,
): Promise<void> => {
  for (let round = 0; round <= rounds; round++)
    for (const { url, request, rounds: kept } of ways) {
      const { result, shares } = await withCpuShares(system, () =>
        runClosedLoop({ url, connections, requests: forEver(request), ms: seconds * 1_000, wanted: 200 }),
      );
      if (result.others.size > 0) throw new Error(`${request.path} does not answer 200 alone`);
      if (round > 0) kept.push({ ...result, shares });
    }
};

const rowOf = ({ name, rounds }: Way) => {
  const rates = rounds.map(({ perSecond }) => perSecond);
  const at = (share: number) => showMs(median(rounds.map(({ latencies }) => percentile(latencies, share))));
  const share = (process: string) => (round: Round) => round.shares.get(process) ?? 0;
  const cost = median(rounds.map((round) => (share('gateway')(round) / round.perSecond) * 1_000));
  return [
    name,
    median(rates).toFixed(0),
    showShare(spread(rates)),
    at(0.5),
    at(0.99),
    cost.toFixed(2),
    showShare(median(rounds.map(share('driver')))),
  ];
};

const describe = (ways: Way[], { rounds, seconds, connections }: Size): Findings => ({
  tables: [
    {
      title: `One GET, directly and through the gateway (${connections} connections; medians of ${rounds} rounds of ${seconds} s)`,
      heads: ['', 'a second', 'spread', 'p50 ms', 'p99 ms', 'gateway, ms of CPU each', 'driver, of one core'],
      rows: ways.map(rowOf),
    },
  ],
  goals: [],
});

export const gateway: Bench = {
  name: 'gateway',
  about: 'what does the way through the gateway cost?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const system = await startWorld();
    try {
      const { token } = await makeRegister(system).teacher();
      const headers = { authorization: `Bearer ${token}` };
      const summary: PreparedRequest = {
        method: 'GET',
        path: routes.attendance.getAnalyticsSummary.path,
        headers,
      };
      const nothing: PreparedRequest = { method: 'GET', path: '/api/attendance/nothing', headers };
      const bare = await startBare(system);
      const way = (name: string, url: string, request: PreparedRequest): Way => ({
        name,
        url,
        request,
        rounds: [],
      });
      const ways = [
        way('a dashboard, directly', system.urls.attendance, summary),
        way('a dashboard, through the gateway', system.url, summary),
        way('a server that does nothing, directly', bare.directUrl, nothing),
        way('a server that does nothing, through the gateway', bare.url, nothing),
      ];
      try {
        await measure(bare, ways.slice(2), size);
        tell('a server that does nothing: done');
        await measure(system, ways.slice(0, 2), size);
      } finally {
        await bare.stop();
      }
      return describe(ways, size);
    } finally {
      await system.stop();
    }
  },
};
