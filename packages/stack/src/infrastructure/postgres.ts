import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { supervise } from '../supervise.ts';
import { waitUntil } from '../wait-until.ts';
import { ensureFolder } from './folders.ts';
import { stopLeftoverProcess } from './leftover-process.ts';
import { createCluster, pathForPostgres, SUPERUSER } from './postgres-cluster.ts';
import { findPostgres, type PostgresProgram } from './postgres-program.ts';
import type { Server } from './server.ts';

const connect = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
};

const ensureCluster = async (program: PostgresProgram, folder: string, password: string): Promise<void> => {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  await createCluster(program, folder, password).catch(() => {
    throw new StartError(`The database folder ${folder} cannot be set up; move it away and start again.`);
  });
};

const startEmbedded = async ({
  dataDir,
  password,
  signal,
  maxConnections = 200,
}: PostgresOptions): Promise<Server> => {
  const folder = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'logs', 'postgres.log');
  await ensureFolder(dataDir);
  await stopLeftoverProcess(join(folder, 'postmaster.pid'), folder, 'SIGINT');
  const program = await findPostgres();
  await ensureCluster(program, folder, password);
  const port = await freePort();
  const server = await supervise({
    name: 'postgres',
    file: join(program.bin, 'postgres'),
    args: [
      '-D',
      pathForPostgres(program, folder),
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-c',
      `max_connections=${maxConnections}`,
      // The setting identifies the process for a later start.
      '-c',
      `local_stack.folder=${folder}`,
    ],
    cwd: folder,
    logFile,
    stopSignal: 'SIGINT',
    ...program.identity,
  });
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  try {
    await waitUntil(() => connect(url), { withinMs: 60_000, process: server, signal });
  } catch {
    await server.stop();
    throw new StartError(
      `PostgreSQL does not start on ${folder}, which may be damaged; its log is ${logFile}.`,
    );
  }
  return { url, stop: server.stop, pid: server.pid };
};

export interface PostgresOptions {
  given: string | undefined;
  dataDir: string;
  password: string;
  signal?: AbortSignal | undefined;
  maxConnections?: number;
}

/** Uses the server at `given`, or starts a server with its data in `<dataDir>/postgres`. */
export const providePostgres = async (wanted: PostgresOptions): Promise<Server> => {
  const { given } = wanted;
  if (!given) return startEmbedded(wanted);
  try {
    await connect(given);
  } catch {
    throw new StartError('PostgreSQL does not respond at DATABASE_URL.');
  }
  return { url: given, stop: async () => undefined, pid: () => undefined };
};

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
