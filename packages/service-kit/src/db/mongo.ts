import mongoose, { type Connection } from 'mongoose';

/**
 * Connects a service to its MongoDB database. Writes wait for the journal: without it an acknowledged write can be
 * lost when the server is killed.
 */
export const connectMongo = async (url: string): Promise<Connection> => {
  const connection = mongoose.createConnection(url, {
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 5_000,
    maxPoolSize: 20,
    autoIndex: false,
  });
  return connection.asPromise();
};

/** Creates the declared indexes of every model of a connection; those that exist stay. */
export const createIndexes = async (connection: Connection): Promise<void> => {
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
};

/** Whether a write failed because a unique index already holds such a value. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
