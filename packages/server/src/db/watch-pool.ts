import type { PoolUse } from './pool-use.ts';
import type { Metrics } from '@qr-attendance/observability';

export const watchPool = (metrics: Metrics, pool: string, use: () => PoolUse): void => {
  metrics.gauge(
    {
      name: 'database_pool_connections',
      help: 'Connections of a pool (total, idle) and requests waiting for one (waiting).',
      labels: ['pool', 'state'],
    },
    () => {
      const { total, idle, waiting } = use();
      return Object.entries({ total, idle, waiting }).map(([state, value]) => ({
        labels: { pool, state },
        value,
      }));
    },
  );
  metrics.gauge(
    { name: 'database_pool_size', help: 'Maximum number of connections of a pool.', labels: ['pool'] },
    () => [{ labels: { pool }, value: use().max }],
  );
};
