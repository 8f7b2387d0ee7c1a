import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiError, toApiError } from './api-error.ts';

export interface StreamedEvent {
  /** `connected` at each (re)connection, else the server's event name. */
  event: string;
  data: string;
}

export interface StreamOptions {
  /** The server says something at least every 15 s; a line silent for longer than this is dead, though nobody said so. */
  silenceMs?: number;
  firstPauseMs?: number;
  longestPauseMs?: number;
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

/** Too many requests pass; any other refusal stays one. */
const isFinal = (response: Response): boolean =>
  response.status >= 400 && response.status < 500 && response.status !== 429;

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
 * jittered pauses until aborted; after each `connected` the reader must fetch the present state, as events in between
 * are lost.
 * @throws ApiError when the server refuses (4xx): asking again would not help
 */
export async function* readEventStream(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  { silenceMs = 45_000, firstPauseMs = 500, longestPauseMs = 10_000 }: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    const line = new AbortController();
    try {
      const response = await open(AbortSignal.any([signal, line.signal]));
      if (isFinal(response)) throw await toApiError(response);
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
      failures = 0;
      yield { event: 'connected', data: '' };
      yield* readEvents(response.body, silenceMs, () => line.abort());
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status > 0) throw error;
      failures += 1;
    } finally {
      // Whoever stops reading hangs up, too.
      line.abort();
    }
    const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    await pause(longest * (0.5 + Math.random() / 2), signal);
  }
}
