import type { Logger } from '../logging.ts';
import type { Tracing, TracingConfig } from './tracing-config.ts';

/**
 * Starts recording and sending spans where the settings name a collector. Elsewhere the SDK is not even loaded: the
 * spans, contexts and headers of `tracing/*` are then those of the OpenTelemetry API alone, which does nothing.
 * @param service what the process is called, unless `OTEL_SERVICE_NAME` says otherwise
 */
export const startTracing = async (service: string, config: TracingConfig, log: Logger): Promise<Tracing> => {
  const named = config.OTEL_EXPORTER_OTLP_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (named === undefined || config.OTEL_SDK_DISABLED) return { stop: () => Promise.resolve() };
  const { exportSpans } = await import('./export-spans.ts');
  return exportSpans(service, config, log);
};
