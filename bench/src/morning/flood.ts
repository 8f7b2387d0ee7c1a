import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, send, type Answer, type PreparedRequest } from '../load/send.ts';

export interface Target {
  url: string;
  token: string;
  sessionId: string;
  code: string;
  leftOver: string[];
  /** The id of an identity provider, where the hall has one. */
  provider?: string | undefined;
}

export type Tally = (status: number) => void;
export type Attack = (target: Target, tally: Tally, signal: AbortSignal) => Promise<void>;

const CONNECTIONS = 64;
export const MAX_CALLS = 60_000;
/** Pause before a closed connection is reopened, and between the bytes of an unfinished body. */
const AGAIN_MS = 1_000;

export const flood = async (
  { url }: Target,
  tally: (status: number, answer: Answer) => void,
  signal: AbortSignal,
  next: () => PreparedRequest,
  total = Infinity,
): Promise<void> => {
  let left = total;
  const drive = async () => {
    const connection = openConnection(url);
    while (!signal.aborted && left-- > 0) {
      const answer = await send(connection, next());
      const { status } = answer;
      tally(status, answer);
      // Without a pause, refused connections would only load this machine.
      if (status === 0) await pause(10);
    }
    connection.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, drive));
};

export const cycleThrough = <T>(all: readonly T[]): (() => T) => {
  let next = 0;
  return () => all[next++ % all.length] as T;
};

export const holdConnections = async (
  { url }: Target,
  count: number,
  { head, feed }: { head: string; feed?: string },
  tally: Tally,
  signal: AbortSignal,
): Promise<void> => {
  const { port } = new URL(url);
  const holdOne = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head));
      const feeding = feed === undefined ? undefined : setInterval(() => socket.write(feed), AGAIN_MS);
      let status = 0;
      const stop = () => socket.destroy();
      signal.addEventListener('abort', stop);
      socket.on('data', (bytes) => {
        status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 0);
      });
      socket.on('error', stop);
      socket.on('close', () => {
        clearInterval(feeding);
        signal.removeEventListener('abort', stop);
        tally(status);
        resolve();
      });
    });
  const keepOne = async () => {
    while (!signal.aborted) {
      await holdOne();
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: count }, keepOne));
};
