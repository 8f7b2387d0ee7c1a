import { z } from 'zod';

/** Compose and Helm set variables without a value to an empty string. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const endpoint = unlessEmpty(z.url({ protocol: /^https?$/ }).optional());

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * Settings of tracing, named by the OpenTelemetry specification. Other `OTEL_EXPORTER_OTLP_*` variables (headers,
 * timeout, compression, certificates) the exporter reads itself.
 */
export const tracingConfigSchema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.describe(
    'Collector that takes traces by OTLP over HTTP, such as `http://collector:4318`; nothing is traced unless said.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.describe(
    'The same, with its path: `http://collector:4318/v1/traces`.',
  ),
  OTEL_SDK_DISABLED: unlessEmpty(z.stringbool().default(false)).describe(
    'Traces nothing, whatever else is set.',
  ),
  OTEL_TRACES_SAMPLER: unlessEmpty(z.enum(SAMPLERS).default('parentbased_always_on')).describe(
    'Which traces are recorded. At the gateway `traceidratio` takes no browser’s word for it.',
  ),
  OTEL_TRACES_SAMPLER_ARG: unlessEmpty(z.coerce.number().min(0).max(1).default(1)).describe(
    'Share of traces that the samplers with `traceidratio` record.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: unlessEmpty(z.coerce.number().int().min(1).max(60_000).default(5_000)).describe(
    'Milliseconds for which spans are gathered before they are sent.',
  ),
});
export type TracingConfig = z.output<typeof tracingConfigSchema>;

/** Spans are being recorded and sent, until `stop` has sent the last of them or given up. */
export interface Tracing {
  stop: () => Promise<void>;
}
