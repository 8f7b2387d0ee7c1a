import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { redirectPlainHttp } from './redirect-plain-http.ts';

export interface Tls {
  cert: string;
  key: string;
}

const SWEEP_MS = 100;
/** Enough for a selfie over poor Wi-Fi, not for a client that sends slowly on purpose. */
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
 * Connections that wait to be accepted; the kernel's own limit, usually 4,096, applies as well. With Node's
 * default of 511 a hall that arrives at once fills the queue of a busy process, and the kernel resets further
 * connections. Source: listen(2).
 */
const BACKLOG = 4_096;

/** Uses TLS if a certificate is given. @returns the real port (0 requests any free one) */
export const listen = (
  listener: RequestListener,
  {
    host,
    port,
    tls,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  }: { host: string; port: number; tls?: Tls | undefined; requestTimeoutMs?: number },
): Promise<{ server: Server | TlsServer; port: number }> =>
  new Promise((resolve, reject) => {
    const options = { connectionsCheckingInterval: CHECK_MS };
    const tlsOptions = { ...options, ...tls, handshakeTimeout: HEAD_TIMEOUT_MS };
    const server = tls ? createTlsServer(tlsOptions, listener) : createServer(options, listener);
    if (server instanceof TlsServer) redirectPlainHttp(server, { silenceMs: HEAD_TIMEOUT_MS });
    trackConnections(server);
    // Longer than any proxy in front keeps its connections, which would otherwise use a closed one.
    server.keepAliveTimeout = 65_000;
    server.requestTimeout = requestTimeoutMs;
    server.headersTimeout = Math.min(requestTimeoutMs, HEAD_TIMEOUT_MS);
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });

/** Node considers a connection busy if nothing was ever sent on it; browsers open such connections in advance. */
const endUnused = (server: Server | TlsServer): void => {
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
};

/** One to accept a connection, one to read its request, and one for a further connection. */
const TURNS = 3;
/**
 * Accepts and reads connections that have arrived first, so a busy process does not close on a waiting
 * client.
 */
const afterArrivals = (work: () => void, turns = TURNS): void =>
  void setImmediate(() => (turns === 1 ? work() : afterArrivals(work, turns - 1)));

export const closeServer = (server: Server | TlsServer, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection becomes idle when its request is answered, and would then be kept for the next one.
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
