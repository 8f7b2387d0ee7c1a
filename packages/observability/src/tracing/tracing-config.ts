import { z } from 'zod';

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
 * The names come from the OpenTelemetry specification. The exporter reads other `OTEL_EXPORTER_OTLP_*`
 * variables (headers, timeout, compression, certificates) itself.
 */
export const tracingConfigSchema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.describe(
    'Trace collector (OTLP over HTTP), such as `http://collector:4318`. Without it nothing is traced.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.describe(
    'The same with a path: `http://collector:4318/v1/traces`.',
  ),
  OTEL_SDK_DISABLED: unlessEmpty(z.stringbool().default(false)).describe('Disables tracing.'),
  OTEL_TRACES_SAMPLER: unlessEmpty(z.enum(SAMPLERS).default('parentbased_always_on')).describe(
    'Which traces are recorded. `traceidratio` at the gateway ignores what browsers ask for.',
  ),
  OTEL_TRACES_SAMPLER_ARG: unlessEmpty(z.coerce.number().min(0).max(1).default(1)).describe(
    'Share of traces recorded by `traceidratio`.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: unlessEmpty(z.coerce.number().int().min(1).max(60_000).default(5_000)).describe(
    'Milliseconds between exports of spans.',
  ),
});
export type TracingConfig = z.output<typeof tracingConfigSchema>;

export interface Tracing {
  stop: () => Promise<void>;
}
