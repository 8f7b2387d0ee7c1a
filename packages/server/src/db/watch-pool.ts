import type { PoolUse } from './pool-use.ts';
import type { Metrics } from '@qr-attendance/observability';

/** Tells the use of a pool of connections to a database. @param pool its name: few values */
export const watchPool = (metrics: Metrics, pool: string, use: () => PoolUse): void => {
  metrics.gauge(
    {
      name: 'database_pool_connections',
      help: 'Connections of a pool: all (total), those without work (idle); and requests without one (waiting).',
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
    { name: 'database_pool_size', help: 'Connections a pool may have at most.', labels: ['pool'] },
    () => [{ labels: { pool }, value: use().max }],
  );
};
