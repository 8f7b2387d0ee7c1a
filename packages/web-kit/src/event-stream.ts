import { EventSourceParserStream } from 'eventsource-parser/stream';
import { toApiError } from './api-error.ts';
import { classifyFailure, retryDelay, type Failure } from './failure.ts';

export interface StreamedEvent {
  /** `connected` at each (re)connection, `disconnected` when the line is down; else the server's event name. */
  event: string;
  data: string;
}

export interface StreamOptions {
  /** The server says something at least every 15 s; a line silent for longer than this is dead, though nobody said so. */
  silenceMs?: number;
  /** Milliseconds before the next try, by what happened and how often it did in a row before. */
  delay?: (failure: Failure, failuresBefore: number) => number;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/** Passes bytes on and calls `onSilence` when none came for a while. */
const watchFor = (silenceMs: number, onSilence: () => void) => {
  let timer = setTimeout(onSilence, silenceMs);
  const stop = () => clearTimeout(timer);
  const bytes = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      stop();
      timer = setTimeout(onSilence, silenceMs);
      controller.enqueue(chunk);
    },
  });
  return { bytes, stop };
};

async function* readEvents(body: ReadableStream<Uint8Array>, silenceMs: number, hangUp: () => void) {
  const { bytes, stop } = watchFor(silenceMs, hangUp);
  try {
    const reader = body
      .pipeThrough(bytes)
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield { event: next.value.event ?? 'message', data: next.value.data };
  } finally {
    stop();
  }
}

/**
 * Server-sent events (WHATWG HTML, 9.2) read by fetch, so that the token stays in a header. Reconnects with growing,
 * jittered pauses, and not before the server wants to be asked again, until aborted; after each `connected` the reader
 * must fetch the present state, as events in between are lost.
 * @throws ApiError when the server refuses or the sign-in is over: asking again would not help
 */
export async function* readEventStream(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  { silenceMs = 45_000, delay = retryDelay }: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    const line = new AbortController();
    let failure: Failure = { kind: 'unreachable' };
    try {
      const response = await open(AbortSignal.any([signal, line.signal]));
      if (!response.ok || !response.body) throw await toApiError(response);
      failures = 0;
      yield { event: 'connected', data: '' };
      yield* readEvents(response.body, silenceMs, () => line.abort());
    } catch (error) {
      if (signal.aborted) return;
      failure = classifyFailure(error);
      if (failure.kind === 'refused' || failure.kind === 'signed-out') throw error;
    } finally {
      // A caller that stops reading closes the connection.
      line.abort();
    }
    if (signal.aborted) return;
    yield { event: 'disconnected', data: '' };
    await pause(delay(failure, failures), signal);
    failures += 1;
  }
}
