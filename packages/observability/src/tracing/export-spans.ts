import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import pTimeout from 'p-timeout';
import type { Logger } from '../logging.ts';
import { createSampler } from './create-sampler.ts';
import { outsideSpans, recordTracing } from './spans.ts';
import type { Tracing, TracingConfig } from './tracing-config.ts';

/** Maximum time that a stopping process waits for its collector. */
const LAST_SPANS_MS = 2_000;
/** Interval of the warning that the collector is unavailable, instead of one warning per batch. */
const REPORT_INTERVAL_MS = 60_000;

const logRateLimited = (log: Logger) => {
  let publishedAt = -Infinity;
  return (error: unknown): void => {
    const now = performance.now();
    if (now - publishedAt < REPORT_INTERVAL_MS) return;
    publishedAt = now;
    // The collector's answer may quote the spans, so only the error's message is logged.
    const reason = error instanceof Error ? error.message : 'unknown';
    outsideSpans(() => log.warn({ reason }, 'spans not exported'));
  };
};

/**
 * Spans wait in a bounded queue (excess ones are dropped) and are sent in the background with OTLP over HTTP,
 * so requests never wait for a collector.
 */
export const exportSpans = (service: string, config: TracingConfig, log: Logger): Tracing => {
  setGlobalErrorHandler(logRateLimited(log));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'qr-attendance',
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  // Baggage is not propagated, because anybody's browser could set it.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  recordTracing();
  return {
    stop: async () => {
      const sent = provider.shutdown().catch(() => undefined);
      await pTimeout(sent, { milliseconds: LAST_SPANS_MS, fallback: () => undefined });
    },
  };
};
