import { setTimeout as pause } from 'node:timers/promises';
import { createCookieJar } from '@qr-attendance/test-kit';
import { openConnection, send, type Answer, type PreparedRequest } from './send.ts';

const PATIENCE_MS = 120_000;
/** These are the values in packages/web-kit/src/failure.ts and in the shell's sign-in queue. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 20_000;
const BUSY_PAUSE_MS = 3_000;
const SPREAD_MS = 2_000;
const QUEUE_SPREAD = 0.1;
/** Statuses after which the page keeps the token and retries. 0 means no answer. */
const BUSY = new Set([0, 408, 425, 429]);

const QUEUE_PLACE_HEADER = 'x-queue-place';

export interface AnswerAfterRetries {
  answer: Answer;
  busy: number;
  queued: number;
}

export interface Browser {
  setCookie: (name: string, value: string, path: string) => void;
  ask: (request: PreparedRequest, timeoutMs?: number) => Promise<AnswerAfterRetries>;
  /** Opens an address. Browsers follow the redirect, but do not retry. */
  navigate: (request: PreparedRequest) => Promise<Answer>;
  close: () => void;
}

export const isBusy = ({ status }: Pick<Answer, 'status'>): boolean => BUSY.has(status) || status >= 500;

const pauseAfter = ({ status, retryAfter }: Answer, attempts: number): number => {
  const own = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts) * (0.5 + Math.random() / 2);
  if (status === 0) return own;
  const asked = retryAfter === undefined ? BUSY_PAUSE_MS : Number(retryAfter) * 1_000;
  return Math.max(own, asked + Math.random() * SPREAD_MS);
};

const readQueue = ({ status, text }: Answer): { place: string; waitSeconds: number } | undefined => {
  if (status !== 503 || !/"sign_in_(queued|slowed)"/.test(text)) return undefined;
  const { details } = JSON.parse(text) as { details?: { queuePlace?: string; waitSeconds?: number } };
  return details?.queuePlace === undefined
    ? undefined
    : { place: details.queuePlace, waitSeconds: details.waitSeconds ?? 1 };
};

export const openBrowser = (url: string): Browser => {
  const connection = openConnection(url);
  const cookies = createCookieJar();
  const sendOnce = async (
    request: PreparedRequest,
    headers: Record<string, string>,
    timeoutMs?: number,
  ): Promise<Answer> => {
    const all = { ...headers, ...request.headers, ...cookies.headerFor(request.path) };
    const answer = await send(connection, { ...request, headers: all }, timeoutMs);
    cookies.take(answer.setCookies);
    return answer;
  };

  return {
    setCookie: cookies.set,
    navigate: (request) => sendOnce(request, { accept: 'text/html' }),
    ask: async (request, timeoutMs) => {
      const giveUpAt = performance.now() + PATIENCE_MS;
      let [busy, queued] = [0, 0];
      let place: string | undefined;
      for (let attempts = 0; ; attempts++) {
        const headers = {
          'x-requested-with': 'qr-attendance',
          ...(place === undefined ? {} : { [QUEUE_PLACE_HEADER]: place }),
        };
        const answer = await sendOnce(request, headers, timeoutMs);
        if (!isBusy(answer) || performance.now() > giveUpAt) return { answer, busy, queued };
        const queue = readQueue(answer);
        if (queue) queued += 1;
        else busy += 1;
        place = queue?.place ?? place;
        await pause(
          queue
            ? queue.waitSeconds * 1_000 * (1 + QUEUE_SPREAD * Math.random())
            : pauseAfter(answer, attempts),
        );
      }
    },
    // A request may hang, so the connection is destroyed.
    close: () => void connection.destroy(),
  };
};
