import { ApiError, toApiError } from './api-error.ts';
import { streamRequest } from './live/requests/stream.ts';
import { isStopped, liveRetryDelay } from './live/overlap.ts';
import { pause } from './pause.ts';

export interface StreamedEvent {
  event: string;
  data: string;
}

export interface StreamOptions {
  /** The server sends the first event at once, so a longer wait means a dead connection. */
  openMs?: number;
  /** The server sends at least every 15 s, so a longer silence means a dead connection. */
  silenceMs?: number;
  delay?: (failure: unknown, failuresBefore: number) => number;
}

/** The parser is loaded with the first stream, because only teachers' pages open streams. */
const loadParser = () => import('eventsource-parser/stream');

/** Calls `onSilence` unless `reset` is called in time. */
const createWatchdog = (firstMs: number, onSilence: () => void) => {
  let timer = setTimeout(onSilence, firstMs);
  const stop = () => clearTimeout(timer);
  const reset = (ms: number) => {
    stop();
    timer = setTimeout(onSilence, ms);
  };
  return { reset, stop };
};

async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void) {
  const bytes = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes();
      controller.enqueue(chunk);
    },
  });
  const { EventSourceParserStream } = await loadParser();
  const reader = body
    .pipeThrough(bytes)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    yield { event: next.value.event ?? 'message', data: next.value.data };
}

/** A proxy's page with status 200 is not a stream. */
const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** After each `connected` event, the reader must fetch the current state, because events may be missing. */
export async function* readEventStream(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  { openMs = streamRequest.maxMs, silenceMs = 45_000, delay = liveRetryDelay }: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    const line = new AbortController();
    const watchdog = createWatchdog(openMs, () => line.abort());
    let failure: unknown;
    try {
      const response = await open(AbortSignal.any([signal, line.signal]));
      if (!response.ok) throw await toApiError(response);
      if (!response.body || !isEventStream(response)) throw new ApiError(0);
      yield { event: 'connected', data: '' };
      yield* readEvents(response.body, () => {
        failures = 0;
        watchdog.reset(silenceMs);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (isStopped(error, streamRequest)) throw error;
      failure = error;
    } finally {
      watchdog.stop();
      // Closes the connection when a caller stops reading.
      line.abort();
    }
    if (signal.aborted) return;
    yield { event: 'disconnected', data: '' };
    await pause(delay(failure, failures), signal);
    failures += 1;
  }
}
