export * from './logging.ts';
export * from './metrics/call-with-timeout.ts';
export * from './metrics/metrics.ts';
export * from './metrics/watch-breaker.ts';
export * from './request-context.ts';
export * from './tracing/spans.ts';
export * from './tracing/start-tracing.ts';
export * from './tracing/tracing-config.ts';
