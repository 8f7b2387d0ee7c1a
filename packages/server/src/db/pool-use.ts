import type { Connection, mongo } from 'mongoose';
import type { Pool } from 'pg';

export interface PoolUse {
  total: number;
  idle: number;
  waiting: number;
  max: number;
}

export const usePostgresPool = (pool: Pool) => (): PoolUse => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  max: pool.options.max,
});

const uses = new WeakMap<mongo.MongoClient, () => PoolUse>();

/** Must be called before the client connects, because the driver reports only changes. */
export const followMongoPool = (client: mongo.MongoClient): void => {
  let total = 0;
  let taken = 0;
  let waiting = 0;
  client.on('connectionCreated', () => (total += 1));
  client.on('connectionClosed', () => (total -= 1));
  client.on('connectionCheckOutStarted', () => (waiting += 1));
  client.on('connectionCheckOutFailed', () => (waiting -= 1));
  client.on('connectionCheckedOut', () => {
    waiting -= 1;
    taken += 1;
  });
  client.on('connectionCheckedIn', () => (taken -= 1));
  const max = client.options.maxPoolSize;
  uses.set(client, () => ({ total, idle: Math.max(0, total - taken), waiting, max }));
};

export const useMongoPool = (connection: Connection): (() => PoolUse) => {
  const use = uses.get(connection.getClient());
  if (!use) throw new Error('This connection was not made by connectMongo.');
  return use;
};
