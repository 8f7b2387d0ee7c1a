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

export { SpanKind };

/** Names and attributes contain only patterns and topics: no path, code, token, person or address. */
export interface SpanOptions {
  kind: SpanKind;
  attributes: Attributes;
  parent?: Context;
}

const tracer = () => trace.getTracer('qr-attendance');

let recording = false;
export const isTracing = (): boolean => recording;
export const recordTracing = (): void => {
  recording = true;
};

/** The caller must end the span. */
export const beginSpan = (name: string, { parent = context.active(), ...options }: SpanOptions): Span =>
  tracer().startSpan(name, options, parent);

/** Omits the error's message, because it may contain personal data. */
export const failSpan = (span: Span, errorType: string): void => {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

export const inSpan = async <Result>(
  name: string,
  about: SpanOptions,
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

/** Runs background work outside the span of the active request. */
export const outsideSpans = <Result>(work: () => Result): Result => context.with(ROOT_CONTEXT, work);

/** Headers with the active span (W3C Trace Context); empty without tracing. */
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
