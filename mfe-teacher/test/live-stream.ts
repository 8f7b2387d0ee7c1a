import { answer, lostConnection } from '@qr-attendance/web-kit/testing';

export const createStream = () => {
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isUp = true;
  return {
    connect: () => {
      if (!isUp) return lostConnection;
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) });
      return answer(body, 200, { 'content-type': 'text/event-stream' });
    },
    say: (event: string, data: unknown) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      line?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${text}\n\n`));
    },
    /** Closes the connection. Reconnecting succeeds if `accepting` is set, or after `restore`. */
    drop: ({ accepting }: { accepting: boolean }) => {
      isUp = accepting;
      line?.close();
    },
    restore: () => void (isUp = true),
  };
};
