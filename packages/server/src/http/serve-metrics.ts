import type { RequestListener } from 'node:http';
import { listen } from './server.ts';
import type { Logger, Metrics } from '@qr-attendance/observability';

const listenerOf =
  (metrics: Metrics): RequestListener =>
  (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };

/** `GET /metrics` has a separate listener that no public route can reach. */
export const serveMetrics = async (
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Logger },
): ReturnType<typeof listen> => {
  metrics.watchProcess();
  const listening = await listen(listenerOf(metrics), { host, port });
  log.info({ port: listening.port }, 'metrics listening');
  return listening;
};
