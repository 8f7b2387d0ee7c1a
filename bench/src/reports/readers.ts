// Reads an export again and again, as fast as it comes, while dashboards are reloaded; a process of its own, so that reading takes
// no time from the marks that the benchmark watches. It is sent what to read over IPC, forgets what it read when it is told to count,
// and says what it read when it is told to stop.
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const NEWLINE = 10;
const HEADER = 1;

export interface Order {
  /** Of the gateway. */
  url: string;
  exportToken: string;
  /** One each. */
  dashboards: { token: string }[];
  everyMs: number;
  /** So many exports; until told to stop if it doesn't say. */
  exports?: number;
}

export interface Read {
  /** Of all exports together, the one under way included. */
  rows: number;
  /** How long each export took that came to its end, in ms. */
  exports: number[];
  /** How long each reload took until its last answer, in ms. */
  reloads: number[];
  /** Answers other than 200. */
  failed: number;
}

/** What a teacher's dashboard asks. */
const DASHBOARD = [
  '/api/analytics/summary',
  '/api/analytics/attendance?period=lastWeek',
  '/api/attendance?limit=5',
  '/api/attendance?needsReview=true',
  '/api/sessions?active=true',
];

const nothing = (): Read => ({ rows: 0, exports: [], reloads: [], failed: 0 });
const found = nothing();

const read = async (
  { url, exportToken, dashboards, everyMs, exports = Infinity }: Order,
  signal: AbortSignal,
): Promise<void> => {
  const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 60_000 });
  const ask = (path: string, token: string) =>
    request(url + path, { headers: { authorization: `Bearer ${token}` }, dispatcher, signal });

  const exportOnce = async () => {
    const began = performance.now();
    const { statusCode, body } = await ask('/api/attendance/export', exportToken);
    if (statusCode !== 200) {
      found.failed += 1;
      await body.dump();
      return;
    }
    found.rows -= HEADER;
    for await (const chunk of body as AsyncIterable<Buffer>)
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) found.rows += 1;
    found.exports.push(performance.now() - began);
  };
  const reload = async (token: string) => {
    const began = performance.now();
    const answers = await Promise.all(
      DASHBOARD.map(async (path) => {
        const { statusCode, body } = await ask(path, token);
        await body.dump();
        return statusCode;
      }),
    );
    found.failed += answers.filter((status) => status !== 200).length;
    found.reloads.push(performance.now() - began);
  };

  const again = async (each: () => Promise<void>, times = Infinity) => {
    for (let time = 0; time < times && !signal.aborted; time++) await each();
  };
  const work = [
    again(exportOnce, exports),
    ...dashboards.map(async ({ token }, index) => {
      await pause((everyMs * index) / dashboards.length, undefined, { signal });
      await again(async () => {
        await Promise.all([reload(token), pause(everyMs, undefined, { signal })]);
      });
    }),
  ];
  const ended = await Promise.allSettled(work);
  const broken = ended.find((one) => one.status === 'rejected' && !signal.aborted);
  if (broken?.status === 'rejected') throw broken.reason;
  await dispatcher.destroy();
};

process.once('message', (order) => {
  const stopping = new AbortController();
  process.on('message', (message) => {
    if (message === 'stop') stopping.abort();
    else Object.assign(found, nothing());
  });
  // Who started it is gone.
  process.once('disconnect', () => process.exit());
  void read(order as Order, stopping.signal).then(() => process.send?.(found, () => process.disconnect()));
});
