import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  commandOf,
  embeddedMongoUrl,
  findProcess,
  provideMongo,
  providePostgres,
  type Secrets,
  SUPERUSER,
} from '@qr-attendance/stack';

export interface Servers {
  postgresUrl: string;
  mongoUrl: string;
  databasePrefix?: string;
  stop: () => Promise<void>;
}
export interface ServerUrls {
  postgresUrl: string | undefined;
  mongoUrl: string | undefined;
}

export const postgresPort = async (dataDir: string): Promise<string | undefined> => {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  if (!(await findProcess(file, join(dataDir, 'postgres')))) return undefined;
  return (await readFile(file, 'utf8')).split('\n')[3]?.trim();
};

const mongoPort = async (dataDir: string): Promise<string | undefined> => {
  const pid = await findProcess(join(dataDir, 'mongodb.pid'), join(dataDir, 'mongodb'));
  return pid === undefined ? undefined : /--port[ =](\d+)/.exec(await commandOf(pid))?.[1];
};

export const findRunning = async (
  dataDir: string,
  { postgresPassword, mongoPassword }: Secrets,
  given: ServerUrls,
): Promise<Servers | undefined> => {
  const [pgPort, mongo] = await Promise.all([postgresPort(dataDir), mongoPort(dataDir)]);
  const postgresUrl =
    given.postgresUrl ??
    (pgPort && `postgres://${SUPERUSER}:${postgresPassword}@127.0.0.1:${pgPort}/postgres`);
  const mongoUrl = given.mongoUrl ?? (mongo && embeddedMongoUrl(mongo, mongoPassword));
  return postgresUrl && mongoUrl ? { postgresUrl, mongoUrl, stop: async () => {} } : undefined;
};

export const startServers = async (
  dataDir: string,
  secrets: Secrets,
  given: ServerUrls,
): Promise<Servers> => {
  const postgres = await providePostgres({
    given: given.postgresUrl,
    dataDir,
    password: secrets.postgresPassword,
  });
  try {
    const mongo = await provideMongo({ given: given.mongoUrl, dataDir, password: secrets.mongoPassword });
    const stop = async () => {
      await Promise.all([postgres.stop(), mongo.stop()]);
    };
    return { postgresUrl: postgres.url, mongoUrl: mongo.url, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
};
