import type { RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer } from './http/server.ts';

/** Running requests get this long when the process is told to stop. */
const DRAIN_MS = 8_000;

/**
 * Passes requests on until the process is to stop. From then on `/readyz` fails, and every answer that begins asks the
 * client to use another connection, which leads to another replica.
 */
export const createShutdownGate = (
  app: RequestListener,
): { listener: RequestListener; drain: () => void } => {
  let stopping = false;
  /** Asked for at the last moment: the request may have come before the process was told to stop, or its answer from another process. */
  const endConnection = (response: ServerResponse): void => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (stopping && !response.headersSent) response.setHeader('Connection', 'close');
      return writeHead(...head);
    };
  };
  return {
    listener: (request, response) => {
      endConnection(response);
      if (stopping && request.url === '/readyz') {
        response.writeHead(503, { 'content-type': 'application/json' });
        response.end('{"status":"stopping"}');
      } else app(request, response);
    },
    drain: () => {
      stopping = true;
    },
  };
};

/** The work that remains when the process is asked to stop, in order. */
interface Stop {
  server: Server;
  drain: () => void;
  /** While load balancers learn that the process is no longer ready. */
  pauseMs: number;
  endStreams?: (() => void) | undefined;
  close: () => Promise<void>;
}

/** Not ready at once; after the pause no new connections; what runs is finished; then consumers, relays, connections. */
export const shutdown = async (stop: Stop): Promise<void> => {
  stop.drain();
  await pause(stop.pauseMs);
  const closed = closeServer(stop.server, DRAIN_MS);
  stop.endStreams?.();
  await closed;
  // A stream may have begun on a connection that was open already.
  stop.endStreams?.();
  await stop.close();
};
