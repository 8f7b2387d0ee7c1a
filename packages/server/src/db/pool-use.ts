import type { Connection, mongo } from 'mongoose';
import type { Pool } from 'pg';

/** How a pool of connections is used at a moment. */
export interface PoolUse {
  /** Connections there are, and how many of them have nothing to do. */
  total: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
  /** Connections there may be. */
  max: number;
}

/** The use of a pool of PostgreSQL connections. */
export const usePostgresPool = (pool: Pool) => (): PoolUse => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  max: pool.options.max,
});

const uses = new WeakMap<mongo.MongoClient, () => PoolUse>();

/** Begins to follow the pool of a client that has not connected yet: its driver tells only of changes. */
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

/** The use of the pool of a connection that `connectMongo` made. */
export const useMongoPool = (connection: Connection): (() => PoolUse) => {
  const use = uses.get(connection.getClient());
  if (!use) throw new Error('This connection was not made by connectMongo.');
  return use;
};
