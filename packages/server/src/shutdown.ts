import type { RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer } from './http/server.ts';

/** Time for running requests after the process receives a stop signal. */
const DRAIN_MS = 8_000;

/**
 * Forwards requests until the shutdown. Afterwards `/readyz` fails, and every answer closes its connection,
 * so that the client connects to another replica.
 */
export const createShutdownGate = (
  app: RequestListener,
): { listener: RequestListener; drain: () => void } => {
  let stopping = false;
  /**
   * Decides when the headers are written: the request may have arrived before the shutdown, and an upstream's
   * answer may contain another `Connection` header.
   */
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

interface Stop {
  server: Server;
  drain: () => void;
  /** Time for load balancers to notice that the process is not ready. */
  pauseMs: number;
  endStreams?: (() => void) | undefined;
  close: () => Promise<void>;
}

/**
 * Becomes unready at once. After the pause it accepts no connections, finishes running requests, and then
 * stops consumers, relays and connections.
 */
export const shutdown = async (stop: Stop): Promise<void> => {
  stop.drain();
  await pause(stop.pauseMs);
  const closed = closeServer(stop.server, DRAIN_MS);
  stop.endStreams?.();
  await closed;
  // Ends streams again, because a stream may have started on an open connection during the pause.
  stop.endStreams?.();
  await stop.close();
};
