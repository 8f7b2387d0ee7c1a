import { inSpan, type Logger, type Metrics, SpanKind, traceHeaders } from '@qr-attendance/observability';
import { sampleLog, sendError, shedLoad } from '@qr-attendance/server';
import type { Request, RequestHandler, Response } from 'express';
import { isShortRequest } from '../clients/identify.ts';
import { isUnder } from '../http/request-path.ts';
import { reserveSlots } from '../clients/reserve-slots.ts';
import type { Upstream } from './upstreams.ts';
import { createProtectedSender, RETRY_AFTER_SECONDS } from './breaker.ts';
import { ProxyAnswerError, ClientDisconnectedError } from './errors.ts';
import { createExchange } from './exchange.ts';
import { prepareHeaders } from './forwarded-headers.ts';
import type { OpenStreams } from './open-streams.ts';
import { createShortExchange } from './short-exchange.ts';

const owns = (upstream: Upstream, request: Request): boolean =>
  upstream.paths.some((owned) => isUnder(request, owned));

export const proxyTo = (
  upstream: Upstream,
  {
    timeoutMs,
    gatewayToken,
    maxRequests,
    streams,
    metrics,
    onShed,
    log,
  }: {
    timeoutMs: number;
    gatewayToken: string | undefined;
    maxRequests: number;
    streams: OpenStreams;
    metrics: Metrics;
    onShed: () => void;
    log: Logger;
  },
): { handler: RequestHandler; close: () => void } => {
  const general = createExchange({ upstream, timeoutMs, streams });
  const short = createShortExchange({ upstream, timeoutMs });
  const watched = { timeoutMs, metrics, log };
  // Scans, marks and renewals have a separate breaker, which no other request can open.
  const shortBreaker = createProtectedSender('short', `${upstream.name}-short`, short.exchange, watched);
  const breaker = createProtectedSender('upstream', upstream.name, general.exchange, watched);
  const shed = shedLoad(maxRequests, onShed, reserveSlots(maxRequests, upstream.reserves ?? []));
  const sample = sampleLog(log);

  const send = (request: Request, response: Response): Promise<void> =>
    inSpan(
      `proxy ${upstream.name}`,
      { kind: SpanKind.CLIENT, attributes: { 'peer.service': upstream.name } },
      () => {
        // Without tracing, the incoming trace header is forwarded unchanged.
        Object.assign(request.headers, traceHeaders());
        return (isShortRequest(request) ? shortBreaker : breaker).send(request, response);
      },
    );
  const pass = async (request: Request, response: Response): Promise<void> => {
    prepareHeaders(request, gatewayToken);
    try {
      await send(request, response);
    } catch (error) {
      if (
        error instanceof ClientDisconnectedError ||
        error instanceof ProxyAnswerError ||
        response.headersSent
      )
        return;
      if (sample(`no answer from ${upstream.name}`))
        log.warn(
          { err: error, upstream: upstream.name, requestId: request.headers['x-request-id'] },
          'no answer',
        );
      response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
      sendError(
        response,
        503,
        'upstream_unavailable',
        'This part of the system is unavailable right now. Try again in a moment.',
      );
    }
  };
  const handler: RequestHandler = (request, response, next) => {
    if (owns(upstream, request)) shed(request, response, () => void pass(request, response));
    else next();
  };
  return {
    handler,
    close: () => {
      breaker.close();
      shortBreaker.close();
      general.close();
      short.close();
    },
  };
};
