import type { Server } from 'node:http';
import type { Metrics } from '@qr-attendance/observability';
import { connectionDropReasons, limitConnections } from '@qr-attendance/server';
import type { Express } from 'express';
import type { GatewayConfig } from '../config.ts';

type Settings = Pick<GatewayConfig, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_ADDRESS' | 'READER_TIMEOUT_MS'>;

export const createConnectionWatcher = (
  app: Express,
  settings: Settings,
  metrics: Metrics,
): ((server: Server) => void) => {
  const count = metrics.counter({
    name: 'http_connections_dropped_total',
    help: 'Connections closed by the server: idle ones to make room for others, and those whose client does not read.',
    labels: ['reason'],
  });
  for (const reason of connectionDropReasons) count({ reason }, 0);
  const isTrusted = app.get('trust proxy fn') as (address: string, hops: number) => boolean;
  return (server) => {
    const open = limitConnections(server, {
      max: settings.MAX_CONNECTIONS,
      maxPerAddress: settings.MAX_CONNECTIONS_ADDRESS,
      isExempt: (address) => isTrusted(address, 0),
      readerTimeoutMs: settings.READER_TIMEOUT_MS,
      onDrop: (reason) => count({ reason }),
    });
    metrics.gauge({ name: 'http_connections_open', help: 'Open connections.', labels: [] }, () => [
      { labels: {}, value: open() },
    ]);
  };
};
