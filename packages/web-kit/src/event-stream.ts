import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiError, toApiError } from './api-error.ts';

export interface StreamedEvent {
  /** `connected` at each (re)connection, else the server's event name. */
  event: string;
  data: string;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Server-sent events read by fetch, so that the token stays in a header. Reconnects with growing, jittered pauses
 * until aborted; after each `connected` the reader must fetch the present state, as events in between are lost.
 * @throws ApiError when the server refuses (4xx): asking again would not help
 */
export async function* readEventStream(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const response = await open(signal);
      if (response.status >= 400 && response.status < 500) throw await toApiError(response);
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
      failures = 0;
      yield { event: 'connected', data: '' };
      const events = response.body
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
        .pipeThrough(new EventSourceParserStream());
      const reader = events.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read())
        yield { event: next.value.event ?? 'message', data: next.value.data };
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) throw error;
      failures += 1;
    }
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    await pause(longest * (0.5 + Math.random() / 2), signal);
  }
}
