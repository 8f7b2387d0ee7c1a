/** Maximum time for which a reader may read nothing before its connection is closed. */
const STALLED_MS = 15_000;
/** The limit while other exports wait for a connection. */
const STALLED_WHILE_WAITED_FOR_MS = 4_000;
const CHECK_MS = 500;

/** Detects a client that stops reading, because its export holds a connection that others wait for. */
export const watchReader = (isWaitedFor: () => boolean) => {
  const stalled = new AbortController();
  let offeredAt: number | undefined;
  const checking = setInterval(() => {
    const maxMs = isWaitedFor() ? STALLED_WHILE_WAITED_FOR_MS : STALLED_MS;
    if (offeredAt !== undefined && performance.now() - offeredAt > maxMs) stalled.abort();
  }, CHECK_MS).unref();
  return {
    signal: stalled.signal,
    async *pass(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
      for await (const piece of pieces) {
        offeredAt = performance.now();
        yield piece;
        offeredAt = undefined;
      }
    },
    stop: (): void => clearInterval(checking),
  };
};
