import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
export type Random = ReturnType<typeof randomOf>;

type Fate = 'pass' | 'dropped' | 'answer lost' | 'twice' | 'late' | 'answer late';
const FATES: [Fate, number][] = [
  ['dropped', 0.1],
  ['answer lost', 0.1],
  ['twice', 0.1],
  ['late', 0.15],
  ['answer late', 0.15],
];
/** Changes fail more often than reads, because pages must neither lose nor repeat them. */
const CHANGE_FATES: [Fate, number][] = [
  ['dropped', 0.15],
  ['answer lost', 0.15],
  ['twice', 0.25],
  ['late', 0.1],
  ['answer late', 0.15],
];
const MAX_DELAY_MS = 700;
const MAX_STREAM_MS = 8_000;

const chooseFate = (random: Random, method: string | undefined): Fate => {
  let left = random();
  for (const [fate, share] of method === 'GET' ? FATES : CHANGE_FATES) {
    if (left < share) return fate;
    left -= share;
  }
  return 'pass';
};

export interface BadNetwork {
  /** The address for a browser's `proxy` option. */
  url: string;
  countFaults: () => number;
  cutStreams: () => void;
  heal: () => void;
  close: () => void;
}

/**
 * A proxy between one browser and the system. It drops API requests, loses or delays their answers, delivers
 * them late or twice, and cuts streams; pages and scripts pass unchanged.
 */
export const startBadNetwork = async (random: Random): Promise<BadNetwork> => {
  let healed = false;
  let faults = 0;
  const agent = new Agent({ keepAlive: true });
  const streams = new Set<ServerResponse>();
  /**
   * Traces of failed requests: Chromium repeats a request whose connection broke, and without this the page
   * would not notice the failure.
   */
  const failed = new Set<unknown>();

  const forward = (from: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { 'proxy-connection': _dropped, ...headers } = from.headers;
      const outgoing = sendRequest(from.url ?? '', { method: from.method ?? 'GET', headers, agent }, resolve);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const answerWith = (answer: IncomingMessage, to: ServerResponse, cutAfterMs?: number): void => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    to.flushHeaders();
    answer.pipe(to);
    to.on('close', () => answer.destroy());
    answer.on('error', () => to.destroy());
    if (cutAfterMs === undefined) return;
    streams.add(to);
    to.on('close', () => streams.delete(to));
    setTimeout(() => !healed && to.destroy(), cutAfterMs).unref();
  };
  const read = async (from: IncomingMessage): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of from) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };

  const pass = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const { pathname } = new URL(from.url ?? '');
    const fate = !healed && pathname.startsWith('/api/') ? chooseFate(random, from.method) : 'pass';
    if (fate !== 'pass') faults += 1;
    const delayMs = random() * MAX_DELAY_MS;
    const body = await read(from);
    // Repetitions of a request share this header; other requests have another value.
    const { traceparent } = from.headers;
    if (failed.has(traceparent)) return void to.destroy();
    if (traceparent && (fate === 'dropped' || fate === 'answer lost')) failed.add(traceparent);
    if (fate === 'dropped') return void to.destroy();
    if (fate === 'late') await pause(delayMs);
    const answer = await forward(from, body);
    if (pathname === '/api/attendance/live') return answerWith(answer, to, random() * MAX_STREAM_MS);
    if (fate === 'twice') void pause(delayMs).then(async () => (await forward(from, body)).resume());
    if (fate === 'answer lost') {
      answer.resume();
      return void to.destroy();
    }
    if (fate === 'answer late') await pause(delayMs);
    answerWith(answer, to);
  };
  const server = createServer((from, to) => {
    pass(from, to).catch(() => to.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countFaults: () => faults,
    cutStreams: () => {
      for (const stream of streams) stream.destroy();
    },
    heal: () => {
      healed = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
};
