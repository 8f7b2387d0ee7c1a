import type { Logger } from '../logging.ts';
import type { Tracing, TracingConfig } from './tracing-config.ts';

/**
 * Records and sends spans if a collector is configured. Otherwise the SDK is not loaded, and `tracing/*` uses
 * only the OpenTelemetry API, which does nothing.
 * @param service the default of `OTEL_SERVICE_NAME`
 */
export const startTracing = async (service: string, config: TracingConfig, log: Logger): Promise<Tracing> => {
  const named = config.OTEL_EXPORTER_OTLP_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (named === undefined || config.OTEL_SDK_DISABLED) return { stop: () => Promise.resolve() };
  const { exportSpans } = await import('./export-spans.ts');
  return exportSpans(service, config, log);
};
