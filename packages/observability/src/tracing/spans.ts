import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

/** On which side of a request or a message a span is. */
export { SpanKind };

/** The name and attributes of a span. They hold patterns and topics: no path, code, token, person or address. */
export interface SpanAbout {
  kind: SpanKind;
  attributes: Attributes;
  /** The parent span; the active span by default. */
  parent?: Context;
}

const tracer = () => trace.getTracer('qr-attendance');

let recording = false;
/** Whether this process records spans at all; where it does not, nobody need open any. */
export const isTracing = (): boolean => recording;
/** Says that it does. Called where the SDK is registered. */
export const recordTracing = (): void => {
  recording = true;
};

/** Begins a span; the caller ends it. */
export const beginSpan = (name: string, { parent = context.active(), ...options }: SpanAbout): Span =>
  tracer().startSpan(name, options, parent);

/** Marks a span as failed. The message of an error stays out: it may quote anything. */
export const failSpan = (span: Span, errorType: string): void => {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Does `work` within a span that ends with it; what `work` calls finds the span open. */
export const inSpan = async <Result>(
  name: string,
  about: SpanAbout,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!recording) return work();
  const span = beginSpan(name, about);
  try {
    return await context.with(trace.setSpan(about.parent ?? context.active(), span), work);
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
};

/** Does `work` as nobody's: for what goes on in the background, whoever's request started it. */
export const outsideSpans = <Result>(work: () => Result): Result => context.with(ROOT_CONTEXT, work);

/** Headers that tell another process which span is open here (W3C Trace Context); none without tracing. */
export const traceHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {};
  if (!recording) return headers;
  propagation.inject(context.active(), headers);
  return headers;
};

export const traceFields = (): { traceId?: string } => {
  const open = recording ? trace.getSpanContext(context.active()) : undefined;
  return open ? { traceId: open.traceId } : {};
};
