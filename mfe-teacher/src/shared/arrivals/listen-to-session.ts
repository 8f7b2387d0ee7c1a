import { streamRequest, type ApiClient, type RequestOf, type StreamedEvent } from '@qr-attendance/web-kit';

/** The polling interval while the live stream is interrupted. */
export const INTERRUPTED_POLL_SECONDS = 5;

/** Shorter interruptions are not shown. */
const GRACE_MS = 3_000;

interface Listener {
  /** Must fetch the current state, because events may be missing. */
  onConnected: () => void;
  onInterrupted: (interrupted: boolean) => void;
  onEvent: (event: StreamedEvent) => void;
}

/** Returns a function that ends the stream. */
export const listenToSession = (
  api: ApiClient,
  query: RequestOf<typeof streamRequest.route>['query'],
  { onConnected, onInterrupted, onEvent }: Listener,
): (() => void) => {
  const leaving = new AbortController();
  let grace: ReturnType<typeof setTimeout> | undefined;
  const setConnected = (isUp: boolean) => {
    if (isUp) {
      clearTimeout(grace);
      grace = undefined;
      onInterrupted(false);
      onConnected();
    } else grace ??= setTimeout(() => onInterrupted(true), GRACE_MS);
  };
  const listen = async () => {
    const request = { ...(query && { query }), signal: leaving.signal };
    setConnected(false);
    for await (const streamed of api.stream(streamRequest.route, request)) {
      if (streamed.event === 'connected') setConnected(true);
      else if (streamed.event === 'disconnected') setConnected(false);
      else onEvent(streamed);
    }
  };
  listen().catch((error: unknown) => {
    if (leaving.signal.aborted) return;
    console.warn('The live updates stopped', error);
    setConnected(false);
  });
  return () => {
    leaving.abort();
    clearTimeout(grace);
    onInterrupted(false);
  };
};
