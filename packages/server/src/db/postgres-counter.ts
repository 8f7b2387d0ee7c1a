import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Budget, type Counter, createCounter } from '../limits/counter.ts';
import type { CounterName, CounterProof } from '../limits/counters.ts';

export const createPostgresCounter = <Name extends CounterName>(
  name: Name,
  { pool, part, ...budget }: Budget & { pool: Pool; part: string },
): Counter<CounterProof<Name>> & { storedKeyOf: (key: string) => string } => {
  const limiter = new RateLimiterPostgres({
    ...budget,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: part,
  });
  return { ...createCounter(name, limiter), storedKeyOf: (key) => limiter.getKey(key) };
};
