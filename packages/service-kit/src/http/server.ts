import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A certificate with what leads to its authority, and its private key, as PEM text. */
export interface Tls {
  cert: string;
  key: string;
}

/** Listens, by TLS when a certificate is given, and answers the real port (port 0 asks for any free one). */
export const listen = (
  listener: RequestListener,
  { host, port, tls }: { host: string; port: number; tls?: Tls | undefined },
): Promise<{ server: Server | TlsServer; port: number }> =>
  new Promise((resolve, reject) => {
    const server = tls ? createTlsServer(tls, listener) : createServer(listener);
    // Longer than any proxy in front keeps its connections, or the proxy meets a closed one.
    server.keepAliveTimeout = 65_000;
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });

/** Stops accepting, lets running requests finish, cuts what is left after `graceMs`. */
export const closeServer = (server: Server | TlsServer, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
