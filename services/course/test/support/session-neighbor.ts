import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '@qr-attendance/contracts';

/**
 * Replaces the session service where a suite does not start it: no session is running, and all other requests fail.
 * Without an answer, imports would wait after each batch for as long as it took.
 */
export const startSessionNeighbor = async () => {
  const server = createServer((request, response) => {
    const counts = request.url === routes.session.countRunningSessionsInternal.path;
    response.writeHead(counts ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(counts ? { sessions: 0 } : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
