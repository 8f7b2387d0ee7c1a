import { EventSourceParserStream } from 'eventsource-parser/stream';
import { toApiError } from './api-error.ts';
import { classifyFailure, retryDelay, type Failure } from './failure.ts';

export interface StreamedEvent {
  /** `connected` at each (re)connection, `disconnected` when it breaks; else the server's event name. */
  event: string;
  data: string;
}

export interface StreamOptions {
  /** The server sends something at least every 15 s; a connection silent for longer is dead. */
  silenceMs?: number;
  /** Milliseconds before the next attempt, by the failure and the number of consecutive ones before. */
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

/** Forwards bytes and calls `onSilence` when none arrive for a while. */
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
 * Server-sent events (WHATWG HTML, 9.2) read with fetch, so that the token stays in a header. Reconnects with
 * growing, jittered pauses, respecting Retry-After, until aborted; after each `connected` the reader must
 * fetch the current state, because events in between are lost.
 * @throws ApiError if the server rejects the request or the sign-in is over
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
