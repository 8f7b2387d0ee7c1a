import type { RouteContract } from '@qr-attendance/contracts';
import type { RequestHandler, Response } from 'express';
import { holdSlot } from './shed-load.ts';
import type { Metrics } from '@qr-attendance/observability';
import { createNameRoute } from './name-routes.ts';
import { whenClosed } from './when-closed.ts';

/** The buckets are in seconds. A mark should take less than 0.25, and the gateway's time-out is 15. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const isEventStream = (response: Response): boolean =>
  /^text\/event-stream\b/i.test(String(response.getHeader('content-type')));
const statusOf = (response: Response): string =>
  response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted';

export const measureRequests = (
  metrics: Metrics,
  contracts: readonly Pick<RouteContract, 'method' | 'path'>[],
): RequestHandler => {
  const nameRoute = createNameRoute(contracts);
  const observe = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, without event streams.',
    labels: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });
  let underWay = 0;
  metrics.gauge(
    {
      name: 'http_requests_under_way',
      help: 'Requests in progress, without event streams.',
      labels: [],
    },
    () => [{ labels: {}, value: underWay }],
  );
  let streams = 0;
  metrics.gauge({ name: 'http_event_streams_open', help: 'Open event streams.', labels: [] }, () => [
    { labels: {}, value: streams },
  ]);

  return (request, response, next) => {
    const began = performance.now();
    underWay += 1;
    let streaming = false;
    holdSlot(response, () => {
      underWay -= 1;
      // The slot of a response that is not closed belongs to a stream, because only streams release slots early.
      if (response.closed) return;
      streaming = true;
      streams += 1;
    });
    whenClosed(response, () => {
      if (streaming) streams -= 1;
      if (isEventStream(response)) return;
      const method = METHODS.has(request.method) ? request.method : 'other';
      const route = nameRoute(request.method, request.originalUrl);
      observe({ method, route, status: statusOf(response) }, (performance.now() - began) / 1_000);
    });
    next();
  };
};

export const countShedRequests = (metrics: Metrics): ((limit: string) => () => void) => {
  const count = metrics.counter({
    name: 'http_requests_shed_total',
    help: 'Requests rejected because too many were in progress.',
    labels: ['limit'],
  });
  return (limit) => {
    count({ limit }, 0);
    return () => count({ limit });
  };
};
