// Reads an export repeatedly at full speed while dashboards are reloaded, in its own process, so that it
// takes no time from the measured marks. It receives its order over IPC, discards its results when counting
// starts, and reports them when it is stopped.
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const NEWLINE = 10;
const HEADER = 1;

export interface Order {
  url: string;
  exportToken: string;
  dashboards: { token: string }[];
  everyMs: number;
  exports?: number;
}

export interface Read {
  rows: number;
  /** Durations of completed exports, in ms. */
  exports: number[];
  /** Durations of reloads until their last answer, in ms. */
  reloads: number[];
  failed: number;
}

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
  process.once('disconnect', () => process.exit());
  void read(order as Order, stopping.signal).then(() => process.send?.(found, () => process.disconnect?.()));
});
