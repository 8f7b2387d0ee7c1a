import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';
import { type Budget, type Counter, createCounter } from '../limits/counter.ts';
import type { CounterName, CounterProof } from '../limits/counters.ts';

/** Counts of all replicas, in a collection with an index on `key` and one that deletes documents at `expire`. */
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
      // Concurrent first attempts may fail to write the count; they are counted here.
      insuranceLimiter: new RateLimiterMemory(settings),
    }),
  );
};
