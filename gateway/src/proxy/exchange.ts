import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { releaseSlot, whenClosed } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import { ProxyAnswerError, ClientDisconnectedError, UpstreamTimeoutError } from './errors.ts';
import { recordAnswer } from '../http/service-that-answered.ts';
import { isEventStream, type OpenStreams } from './open-streams.ts';
import type { Upstream } from './upstreams.ts';

/**
 * Resolves when the answer begins; rejects with ClientDisconnectedError, UpstreamTimeoutError,
 * ProxyAnswerError, or the connection error.
 */
export type Exchange = (request: Request, response: Response, timeoutMs: number) => Promise<void>;

interface PendingExchange {
  settle: (error?: Error) => void;
  body: Buffer | undefined;
  sent?: ClientRequest;
}

const removeHopHeaders = (answer: IncomingMessage): void => {
  delete answer.headers.connection;
  delete answer.headers['keep-alive'];
  delete answer.headers['proxy-authenticate'];
  // The gateway has already set this header and sent the same id to the upstream.
  delete answer.headers['x-request-id'];
};

export const createExchange = ({
  upstream: { name, url },
  timeoutMs,
  streams,
}: {
  upstream: Pick<Upstream, 'name' | 'url'>;
  timeoutMs: number;
  streams: OpenStreams;
}): { exchange: Exchange; close: () => void } => {
  const agent = new (url.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const pending = new WeakMap<IncomingMessage, PendingExchange>();

  const forward = createProxyMiddleware({
    target: url,
    changeOrigin: true,
    agent,
    // The default plugins log addresses, which contain codes, and send errors as text.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq: (sent, request) => {
        const waiting = pending.get(request);
        if (waiting) waiting.sent = sent;
        sent.setHeader('connection', 'keep-alive');
        if (waiting?.body) sent.write(waiting.body);
      },
      proxyRes: (answer, request, response) => {
        const waiting = pending.get(request);
        removeHopHeaders(answer);
        answer.headers['cache-control'] ??= 'no-store';
        if (isEventStream(answer.headers['content-type'])) {
          streams.add(response);
          releaseSlot(response as Response);
          // Sends the headers without waiting for the first event. They are copied only after this handler, hence the
          // next tick.
          process.nextTick(() => response.flushHeaders());
        } else {
          waiting?.sent?.setTimeout(timeoutMs, () => waiting.sent?.destroy(new UpstreamTimeoutError()));
        }
        const byOther = answer.statusCode === 502 || answer.statusCode === 504;
        if (!byOther) recordAnswer(response, name);
        waiting?.settle(byOther ? new ProxyAnswerError(`${answer.statusCode}`) : undefined);
      },
      error: (error, request) => pending.get(request)?.settle(error),
      econnreset: (error, request) => pending.get(request)?.settle(error),
    },
  });

  const exchange: Exchange = (request, response, limitMs) =>
    new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(timer);
        stopWatching();
        if (error) reject(error);
        else resolve();
      };
      const leave = () => settle(new ClientDisconnectedError());
      const body: unknown = request.body;
      const waiting: PendingExchange = { settle, body: Buffer.isBuffer(body) ? body : undefined };
      // The timer starts here, because the socket's time-out only starts after the connection is established.
      const timer = setTimeout(() => {
        const error = new UpstreamTimeoutError(`no answer within ${limitMs} ms`);
        settle(error);
        waiting.sent?.destroy(error);
      }, limitMs);
      pending.set(request, waiting);
      const stopWatching = whenClosed(response, leave);
      void forward(request, response);
    });

  return { exchange, close: () => agent.destroy() };
};
