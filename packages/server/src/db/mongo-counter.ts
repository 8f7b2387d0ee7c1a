import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import { type Budget, type Counter, createCounter } from '../limits/counter.ts';
import type { CounterName, CounterProof } from '../limits/counters.ts';

/** Counts shared by all replicas, in a collection with an index on `key` and a TTL index on `expire`. */
export const createMongoCounter = <Name extends CounterName>(
  name: Name,
  { connection, collection, ...budget }: Budget & { connection: Connection; collection: string },
): Counter<CounterProof<Name>> => {
  const settings = { ...budget, keyPrefix: name };
  return createCounter(
    name,
    new RateLimiterMongo({
      ...settings,
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collection,
      disableIndexesCreation: true,
      // Counts concurrent first attempts in memory, because their writes may conflict.
      insuranceLimiter: new RateLimiterMemory(settings),
    }),
  );
};
