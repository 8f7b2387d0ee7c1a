import { whenClosed } from '@qr-attendance/server';
import type { Response } from 'express';
import { type Dispatcher, Pool } from 'undici';
import { compressAnswer, MIN_COMPRESSED_BYTES } from './compress.ts';
import { recordAnswer } from '../http/service-that-answered.ts';
import { ProxyAnswerError, ClientDisconnectedError, UpstreamTimeoutError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Upstream } from './upstreams.ts';

const KEEP_ALIVE_MS = 60_000;
const MAX_BUFFERED_BYTES = 65_536;

const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'transfer-encoding',
  'x-request-id',
]);

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

const forwardHeaders = (headers: Headers, response: Response): void => {
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !NOT_FORWARDED.has(name)) response.setHeader(name, value);
  }
  if (headers['cache-control'] === undefined) response.setHeader('cache-control', 'no-store');
};

/**
 * An `Exchange` for short requests: undici needs a fraction of the CPU of Node's client, and the answer is sent in
 * one piece. Rejects with the errors that `Exchange` names.
 */
export const createShortExchange = ({
  upstream: { name, url },
  timeoutMs,
}: {
  upstream: Pick<Upstream, 'name' | 'url'>;
  timeoutMs: number;
}): { exchange: Exchange; close: () => void } => {
  // undici's own time-out is off, because the time must count from the request instead of the connection.
  const pool = new Pool(url, { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: timeoutMs });

  const exchange: Exchange = (request, response, limitMs) =>
    new Promise((resolve, reject) => {
      let running: Dispatcher.DispatchController | undefined;
      let abortReason: Error | undefined;
      const chunks: Buffer[] = [];
      let isBuffered = false;
      let hasStarted = false;

      const settle = (error?: Error): void => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
      const abort = (error: Error): void => {
        abortReason = error;
        settle(error);
        running?.abort(error);
      };
      const timer = setTimeout(
        () => abort(new UpstreamTimeoutError(`no answer within ${limitMs} ms`)),
        limitMs,
      );
      const leave = (): void => {
        if (!response.writableFinished) abort(new ClientDisconnectedError());
      };
      const stopWatching = whenClosed(response, leave);

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (controller) => {
          running = controller;
          if (abortReason) controller.abort(abortReason);
        },
        onResponseStart: (_controller, status, headers) => {
          if (status < 200) return;
          const length = Number(headers['content-length'] ?? Infinity);
          if (length >= MIN_COMPRESSED_BYTES) compressAnswer(request, response);
          forwardHeaders(headers, response);
          response.statusCode = status;
          hasStarted = true;
          isBuffered = length <= MAX_BUFFERED_BYTES;
          const byOther = status === 502 || status === 504;
          if (!byOther) recordAnswer(response, name);
          settle(byOther ? new ProxyAnswerError(`${status}`) : undefined);
        },
        onResponseData: (controller, chunk) => {
          if (isBuffered) chunks.push(chunk);
          else if (!response.write(chunk)) {
            controller.pause();
            response.once('drain', () => controller.resume());
          }
        },
        onResponseEnd: () => {
          if (chunks.length === 0) response.end();
          else response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
        },
        onResponseError: (_controller, error) => {
          stopWatching();
          settle(error);
          // Destroying the response shows the client that the answer is incomplete.
          if (hasStarted) response.destroy();
        },
      };
      const body: unknown = request.body;
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const sent = { method: request.method, path: request.originalUrl, headers };
      pool.dispatch({ ...sent, body: Buffer.isBuffer(body) ? body : null }, handler);
    });

  return { exchange, close: () => void pool.destroy() };
};
