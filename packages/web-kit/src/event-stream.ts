import { EventSourceParserStream } from 'eventsource-parser/stream';
import { toApiError } from './api-error.ts';
import { classifyFailure, retryDelay, type Failure } from './failure.ts';
import { streamRequest } from './live/live-requests.ts';
import { pause } from './pause.ts';

export interface StreamedEvent {
  event: string;
  data: string;
}

export interface StreamOptions {
  /** The first event follows the request at once, so a longer wait means a dead connection. */
  openMs?: number;
  /** The server sends at least every 15 s, so a longer silence means a dead connection. */
  silenceMs?: number;
  delay?: (failure: Failure, failuresBefore: number) => number;
}

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
  const reader = body
    .pipeThrough(bytes)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    yield { event: next.value.event ?? 'message', data: next.value.data };
}

/** After each `connected` the reader must fetch the current state, because events may be missing. */
export async function* readEventStream(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  { openMs = streamRequest.maxMs, silenceMs = 45_000, delay = retryDelay }: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    const line = new AbortController();
    const watchdog = createWatchdog(openMs, () => line.abort());
    let failure: Failure = { kind: 'unreachable' };
    try {
      const response = await open(AbortSignal.any([signal, line.signal]));
      if (!response.ok || !response.body) throw await toApiError(response);
      failures = 0;
      yield { event: 'connected', data: '' };
      yield* readEvents(response.body, () => watchdog.reset(silenceMs));
    } catch (error) {
      if (signal.aborted) return;
      failure = classifyFailure(error);
      if (failure.kind === 'refused' || failure.kind === 'signed-out') throw error;
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
