import type { IncomingMessage } from 'node:http';
import { context, propagation, SpanKind, trace, type Span } from '@opentelemetry/api';
import type { RouteContract } from '@qr-attendance/contracts';
import type { RequestHandler, Response } from 'express';
import { holdSlot } from './shed-load.ts';
import { createNameRoute, UNKNOWN_ROUTE } from './name-routes.ts';
import { beginSpan, failSpan, isTracing } from '@qr-attendance/observability';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const HEALTH_CHECK = /^\/(healthz|readyz)$/;
const traceIds = new WeakMap<IncomingMessage, string>();

/** Available even after the span has ended; undefined without tracing. */
export const traceIdOf = (request: IncomingMessage): string | undefined => traceIds.get(request);

const describe = (span: Span, { method, route }: { method: string; route: string }, response: Response) => {
  if (route !== UNKNOWN_ROUTE) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttribute('http.response.status_code', response.statusCode);
  if (response.statusCode >= 500) failSpan(span, String(response.statusCode));
};

/**
 * Opens a span for each request except health checks, within the trace of its `traceparent`; the span of an
 * event stream ends when the stream starts.
 * @param contracts their patterns name the spans
 */
export const traceRequests = (
  contracts: readonly Pick<RouteContract, 'method' | 'path'>[],
): RequestHandler => {
  const nameRoute = createNameRoute(contracts);
  return (request, response, next) => {
    if (!isTracing() || HEALTH_CHECK.test(request.path)) {
      next();
      return;
    }
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': method };
    const span = beginSpan(method, { kind: SpanKind.SERVER, attributes, parent });
    if (trace.isSpanContextValid(span.spanContext())) traceIds.set(request, span.spanContext().traceId);
    const url = request.originalUrl;
    holdSlot(response, () => {
      if (span.isRecording()) describe(span, { method, route: nameRoute(request.method, url) }, response);
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
};
