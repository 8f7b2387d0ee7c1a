import type { Response } from 'express';
import { type Dispatcher, Pool } from 'undici';
import { compressAnswer, MIN_COMPRESSED_BYTES } from '../http/compress.ts';
import { recordAnswer } from './answered-by.ts';
import { AnsweredForUpstream, ClientLeft, UpstreamTimeout } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Upstream } from './upstreams.ts';

/** Services close idle connections after 65 s. */
const KEEP_ALIVE_MS = 60_000;
/** Answers that declare a length up to this are forwarded in one piece. */
const ONE_PIECE = 65_536;

/** These headers are for one hop only (RFC 9110, 7.6.1); the request id is set by the gateway. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'transfer-encoding',
  'x-request-id',
]);

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

const passHeadersOn = (headers: Headers, response: Response): void => {
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !NOT_PASSED_ON.has(name)) response.setHeader(name, value);
  }
  if (headers['cache-control'] === undefined) response.setHeader('cache-control', 'no-store');
};

/**
 * Forwards short requests with undici, which needs a fraction of the work of Node's own client, and answers in one
 * piece. It is an `Exchange` like the other and rejects with the same errors.
 * @param timeoutMs the maximum pause within an answer
 */
export const createShortExchange = ({
  upstream: { name, url },
  timeoutMs,
}: {
  upstream: Pick<Upstream, 'name' | 'url'>;
  timeoutMs: number;
}): { exchange: Exchange; close: () => void } => {
  // undici's own timeout is off: the time counts from the request, not from the connection.
  const pool = new Pool(url, { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: timeoutMs });

  const exchange: Exchange = (request, response, limitMs) =>
    new Promise((resolve, reject) => {
      let running: Dispatcher.DispatchController | undefined;
      let gone: Error | undefined;
      const chunks: Buffer[] = [];
      let inOnePiece = false;
      let begun = false;

      const settle = (error?: Error): void => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
      const breakOff = (error: Error): void => {
        gone = error;
        settle(error);
        running?.abort(error);
      };
      const timer = setTimeout(
        () => breakOff(new UpstreamTimeout(`no answer within ${limitMs} ms`)),
        limitMs,
      );
      const leave = (): void => {
        if (!response.writableFinished) breakOff(new ClientLeft());
      };
      response.once('close', leave);

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (controller) => {
          running = controller;
          if (gone) controller.abort(gone);
        },
        onResponseStart: (_controller, status, headers) => {
          if (status < 200) return;
          const length = Number(headers['content-length'] ?? Infinity);
          if (length >= MIN_COMPRESSED_BYTES) compressAnswer(request, response);
          passHeadersOn(headers, response);
          response.statusCode = status;
          begun = true;
          inOnePiece = length <= ONE_PIECE;
          const byOther = status === 502 || status === 504;
          if (!byOther) recordAnswer(response, name);
          settle(byOther ? new AnsweredForUpstream(`${status}`) : undefined);
        },
        onResponseData: (controller, chunk) => {
          if (inOnePiece) chunks.push(chunk);
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
          response.off('close', leave);
          settle(error);
          // Destroying the response tells the client that the answer is incomplete.
          if (begun) response.destroy();
        },
      };
      const body: unknown = request.body;
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const sent = { method: request.method, path: request.originalUrl, headers };
      pool.dispatch({ ...sent, body: Buffer.isBuffer(body) ? body : null }, handler);
    });

  return { exchange, close: () => void pool.destroy() };
};
