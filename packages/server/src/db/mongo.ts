import mongoose, { type Connection } from 'mongoose';
import { requireMongoBaseline } from './baseline.ts';
import { followMongoPool } from './pool-use.ts';
import { POOL_SIZE } from './pool.ts';
import { connectStore } from './store-error.ts';

/** A request waits no longer for a server that takes it, nor for a free connection. */
const WAIT_MS = 5_000;
/** A server that is frozen or cut off keeps silent; the gateway waits 15 s for the whole answer. */
const SILENCE_MS = 12_000;
const IDLE_MS = 60_000;

/**
 * Connects a service to its MongoDB database. Writes wait for the journal: without it an acknowledged write can be
 * lost when the server is killed.
 * @throws StoreError where it is away or keeps us out
 */
export const connectMongo = async (
  url: string,
  {
    name,
    max = POOL_SIZE,
    silenceMs = SILENCE_MS,
  }: {
    name?: string;
    max?: number;
    /** How long an answer may take; 0: as long as it likes. */
    silenceMs?: number;
  } = {},
): Promise<Connection> => {
  const connection = mongoose.createConnection(url, {
    writeConcern: { w: 'majority', journal: true },
    ...(name === undefined ? {} : { appName: name }),
    maxPoolSize: max,
    maxIdleTimeMS: IDLE_MS,
    connectTimeoutMS: WAIT_MS,
    serverSelectionTimeoutMS: WAIT_MS,
    waitQueueTimeoutMS: WAIT_MS,
    socketTimeoutMS: silenceMs,
    // While the server is away the driver's own time-outs count; mongoose would hold requests back for longer.
    bufferCommands: false,
    autoIndex: false,
  });
  followMongoPool(connection.getClient());
  return connectStore({ kind: 'MongoDB', setting: 'MONGODB_URL', url }, () => connection.asPromise());
};

/**
 * Creates the declared indexes of every model of a connection; those that exist stay.
 * @throws StoreError for a database of a pre-release version
 */
export const migrateMongo = async (connection: Connection): Promise<void> => {
  await requireMongoBaseline(connection);
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
};

/** Whether a write failed because a unique index already holds such a value. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
