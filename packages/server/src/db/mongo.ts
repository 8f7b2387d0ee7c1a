import mongoose, { type Connection } from 'mongoose';
import { requireMongoBaseline } from './baseline.ts';
import { skipEmptyChoices } from './empty-choices.ts';
import { followMongoPool } from './pool-use.ts';
import { POOL_SIZE } from './pool.ts';
import { connectStore } from './store-error.ts';

/** Maximum time for selecting a server or getting a connection. */
const WAIT_MS = 5_000;
/** Maximum wait for an answer from a frozen server; the gateway waits 15 s for a whole request. */
const SILENCE_MS = 12_000;
export const UNLIMITED_MS = 0;
const IDLE_MS = 60_000;

/**
 * Writes wait for the journal; otherwise a killed server could lose an acknowledged write.
 * @throws StoreError if the database is unavailable or rejects the credentials
 */
export const connectMongo = async (
  url: string,
  {
    name,
    max = POOL_SIZE,
    waitMs = WAIT_MS,
    silenceMs = SILENCE_MS,
  }: {
    name?: string;
    max?: number;
    waitMs?: number;
    silenceMs?: number;
  } = {},
): Promise<Connection> => {
  const connection = mongoose.createConnection(url, {
    writeConcern: { w: 'majority', journal: true },
    ...(name === undefined ? {} : { appName: name }),
    maxPoolSize: max,
    maxIdleTimeMS: IDLE_MS,
    connectTimeoutMS: waitMs,
    serverSelectionTimeoutMS: waitMs,
    waitQueueTimeoutMS: waitMs,
    socketTimeoutMS: silenceMs,
    // The driver's timeouts apply; mongoose would buffer requests for longer.
    bufferCommands: false,
    // Migrations create collections and indexes.
    autoCreate: false,
    autoIndex: false,
  });
  followMongoPool(connection.getClient());
  skipEmptyChoices(connection);
  return connectStore({ kind: 'MongoDB', setting: 'MONGODB_URL', url }, () => connection.asPromise());
};

/**
 * Creates the declared indexes of every model; existing indexes are kept.
 * @throws StoreError for a database of a pre-release version
 */
export const migrateMongo = async (connection: Connection): Promise<void> => {
  await requireMongoBaseline(connection);
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
};

type WithoutUndefined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

export const withoutUndefined = <Fields extends object>(fields: Fields): WithoutUndefined<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Fields>;

/** Builds an update that sets all fields and removes fields that are undefined. */
export const toUpdate = <Fields extends object>(fields: Fields) => {
  const removed = Object.entries(fields).filter(([, value]) => value === undefined);
  return {
    $set: withoutUndefined(fields),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map(([name]) => [name, ''])) }),
  };
};

export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
