import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf, findProcess, provideMongo, providePostgres, SUPERUSER } from '@qr-attendance/stack';

/** Servers to work on; `stop` touches only what was started for it. */
export interface Servers {
  postgresUrl: string;
  mongoUrl: string;
  /** Goes before the names of the databases, where it is not `PREFIX`. */
  databasePrefix?: string;
  stop: () => Promise<void>;
}
/** Servers named in the environment instead of embedded ones. */
export interface Given {
  postgresUrl: string | undefined;
  mongoUrl: string | undefined;
}

/** Port of the embedded PostgreSQL that runs on a data folder: the fourth line of its own pid file. */
export const postgresPort = async (dataDir: string): Promise<string | undefined> => {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  if (!(await findProcess(file, join(dataDir, 'postgres')))) return undefined;
  return (await readFile(file, 'utf8')).split('\n')[3]?.trim();
};

/** Port of the embedded MongoDB server, from its command line. */
const mongoPort = async (dataDir: string): Promise<string | undefined> => {
  const pid = await findProcess(join(dataDir, 'mongodb.pid'), join(dataDir, 'mongodb'));
  return pid === undefined ? undefined : /--port[ =](\d+)/.exec(await commandOf(pid))?.[1];
};

/** The servers of the system that runs on a data folder; undefined when they can't be found. */
export const findRunning = async (
  dataDir: string,
  password: string,
  given: Given,
): Promise<Servers | undefined> => {
  const [pgPort, mongo] = await Promise.all([postgresPort(dataDir), mongoPort(dataDir)]);
  const postgresUrl =
    given.postgresUrl ?? (pgPort && `postgres://${SUPERUSER}:${password}@127.0.0.1:${pgPort}/postgres`);
  const mongoUrl = given.mongoUrl ?? (mongo && `mongodb://127.0.0.1:${mongo}`);
  return postgresUrl && mongoUrl ? { postgresUrl, mongoUrl, stop: async () => {} } : undefined;
};

/** Starts the embedded servers on a data folder that nobody else uses. */
export const startServers = async (dataDir: string, password: string, given: Given): Promise<Servers> => {
  const postgres = await providePostgres({ given: given.postgresUrl, dataDir, password });
  try {
    const mongo = await provideMongo({ given: given.mongoUrl, dataDir });
    const stop = async () => {
      await Promise.all([postgres.stop(), mongo.stop()]);
    };
    return { postgresUrl: postgres.url, mongoUrl: mongo.url, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
};
