import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { redirectPlainHttp } from './redirect-plain-http.ts';

export interface Tls {
  cert: string;
  key: string;
}

const SWEEP_MS = 100;
/** This time is sufficient to send a selfie over poor Wi-Fi, and ends requests that are slow on purpose. */
export const REQUEST_TIMEOUT_MS = 30_000;
const HEAD_TIMEOUT_MS = 10_000;
const CHECK_MS = 1_000;
const connections = new WeakMap<Server | TlsServer, Set<Socket>>();

const trackConnections = (server: Server | TlsServer): void => {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
};

/**
 * Maximum number of connections that wait to be accepted; the kernel's own limit, usually 4,096, also
 * applies. With Node's default of 511, a hall that arrives at once would fill the queue of a busy process,
 * and the kernel would reset further connections. Source: listen(2).
 */
const BACKLOG = 4_096;

/** Uses TLS if a certificate is given. @returns the actual port (0 requests any free port) */
export const listen = (
  listener: RequestListener,
  {
    host,
    port,
    tls,
    httpsOrigin,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  }: {
    host: string;
    port: number;
    tls?: Tls | undefined;
    /** The origin to which plain HTTP on a TLS port leads; by default the requested host. */
    httpsOrigin?: string | undefined;
    requestTimeoutMs?: number;
  },
): Promise<{ server: Server | TlsServer; port: number }> =>
  new Promise((resolve, reject) => {
    const options = { connectionsCheckingInterval: CHECK_MS };
    const tlsOptions = { ...options, ...tls, handshakeTimeout: HEAD_TIMEOUT_MS };
    const server = tls ? createTlsServer(tlsOptions, listener) : createServer(options, listener);
    if (server instanceof TlsServer)
      redirectPlainHttp(server, { silenceMs: HEAD_TIMEOUT_MS, origin: httpsOrigin });
    trackConnections(server);
    // Must be longer than any proxy keeps idle connections, so that a proxy never uses a closed connection.
    server.keepAliveTimeout = 65_000;
    server.requestTimeout = requestTimeoutMs;
    server.headersTimeout = Math.min(requestTimeoutMs, HEAD_TIMEOUT_MS);
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });

/** Browsers open connections in advance. Node considers them busy until a request was sent. */
const endUnused = (server: Server | TlsServer): void => {
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
};

/**
 * Turns of the event loop: one accepts a connection, one reads its request, and one accepts a further
 * connection.
 */
const TURNS = 3;
/**
 * Runs `work` after accepting and reading connections that have already arrived, so that a busy process does
 * not close on a waiting client.
 */
const afterArrivals = (work: () => void, turns = TURNS): void =>
  void setImmediate(() => (turns === 1 ? work() : afterArrivals(work, turns - 1)));

export const closeServer = (server: Server | TlsServer, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // Connections become idle when their request is answered, and Node would keep them open for the next request.
    const sweep = setInterval(() => afterArrivals(() => server.closeIdleConnections()), SWEEP_MS);
    afterArrivals(() => {
      server.close(() => {
        clearTimeout(cut);
        clearInterval(sweep);
        resolve();
      });
      server.closeIdleConnections();
      endUnused(server);
    });
  });
