import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens and answers the real port (port 0 asks for any free one). */
export const listen = (
  listener: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const server = createServer(listener);
    // Longer than any proxy in front keeps its connections, or the proxy meets a closed one.
    server.keepAliveTimeout = 65_000;
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });

/** Stops accepting, lets running requests finish, cuts what is left after `graceMs`. */
export const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
