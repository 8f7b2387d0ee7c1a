import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectMongo } from '@qr-attendance/server/mongo';
import { execa } from 'execa';
import { MongoBinary } from 'mongodb-memory-server-core';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { supervise } from '../supervise.ts';
import { waitUntil } from '../wait-until.ts';
import { ensureFolder, TOOLS_DIR } from './folders.ts';
import { stopLeftoverProcess } from './leftover-process.ts';
import type { PostgresOptions as PostgresWanted } from './postgres.ts';
import { installSecantusDb } from './secantusdb.ts';
import type { Server } from './server.ts';

interface Program {
  file: string;
  args: (folder: string, port: number) => string[];
}

const mongod = (file: string): Program => ({
  file,
  args: (folder, port) => ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1'],
});

const onPath = async (): Promise<string | undefined> => {
  const { exitCode } = await execa('mongod', ['--version'], { reject: false, stdio: 'ignore' });
  return exitCode === 0 ? 'mongod' : undefined;
};

const MONGOD_DIR = join(TOOLS_DIR, 'mongodb');
const download = (): Promise<string | undefined> =>
  MongoBinary.getPath({ downloadDir: MONGOD_DIR }).catch(() => undefined);

const secantusDb = async (report: (part: string) => void): Promise<Program> => {
  const script = await installSecantusDb(() => report('installing SecantusDB'));
  return {
    // Runs the script with Python explicitly: the first line of the script contains the path of the project's folder,
    // which may have moved.
    file: join(dirname(script), 'python'),
    args: (folder, port) => [script, '--host', '127.0.0.1', '--port', String(port), '--storage-path', folder],
  };
};

/** The two servers write different files, so only the server that created a folder can use it. */
type MongoKind = 'mongod' | 'secantusdb';

const findProgram = async (
  kept: MongoKind | undefined,
  report: (part: string) => void,
): Promise<{ kind: MongoKind; program: Program }> => {
  const downloadReal = () => {
    if (!existsSync(MONGOD_DIR)) report('downloading MongoDB');
    return download();
  };
  const real = kept === 'secantusdb' ? undefined : ((await onPath()) ?? (await downloadReal()));
  if (real) return { kind: 'mongod', program: mongod(real) };
  if (kept === 'mongod')
    throw new StartError(
      'The MongoDB server that created this data is missing; install MongoDB and start again.',
    );
  return { kind: 'secantusdb', program: await secantusDb(report) };
};

const ping = async (url: string): Promise<void> => {
  const connection = await connectMongo(url);
  await connection.close();
};

const USER = 'qr-attendance';

/**
 * The URL of an embedded server. Retryable writes are off: a single mongod does not support them, and
 * SecantusDB sorts up to 10,000 writes of the last half hour at each write.
 */
export const embeddedMongoUrl = (port: number | string, password: string): string =>
  `mongodb://${USER}:${password}@127.0.0.1:${port}/?authSource=admin&retryWrites=false`;

const AUTHENTICATION_FAILED = 18;
const isAuthenticationFailure = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === AUTHENTICATION_FAILED;

const acceptsPassword = async (url: string, limits: Parameters<typeof waitUntil>[1]): Promise<boolean> => {
  let isAccepted = true;
  const answers = () =>
    ping(url).catch((error: Error) => {
      if (!isAuthenticationFailure(error)) throw error;
      isAccepted = false;
    });
  await waitUntil(answers, limits);
  return isAccepted;
};

const createUser = async (port: number, password: string): Promise<void> => {
  const connection = await connectMongo(`mongodb://127.0.0.1:${port}`);
  try {
    const admin = connection.getClient().db('admin');
    await admin.command({ dropAllUsersFromDatabase: 1 });
    await admin.command({ createUser: USER, pwd: password, roles: ['root'] });
  } finally {
    await connection.close();
  }
};

const startEmbedded = async ({
  dataDir,
  password,
  signal,
  report = () => undefined,
}: MongoOptions): Promise<Server> => {
  const folder = await ensureFolder(join(dataDir, 'mongodb'));
  const pidFile = join(dataDir, 'mongodb.pid');
  const logFile = join(dataDir, 'logs', 'mongodb.log');
  await stopLeftoverProcess(pidFile, folder, 'SIGTERM');
  const kindFile = join(dataDir, 'mongodb.kind');
  const kept = (await readFile(kindFile, 'utf8').catch(() => undefined)) as MongoKind | undefined;
  const { kind, program } = await findProgram(kept, report);
  await writeFile(kindFile, kind, { mode: 0o600 });
  const port = await freePort();
  const url = embeddedMongoUrl(port, password);
  const run = (flags: string[]) =>
    supervise({
      name: 'mongodb',
      file: program.file,
      args: [...program.args(folder, port), ...flags],
      logFile,
      pidFile,
    });
  const startProtected = async () => {
    const server = await run(['--auth']);
    try {
      if (await acceptsPassword(url, { withinMs: 60_000, process: server, signal })) return server;
      await server.stop();
      return undefined;
    } catch (error) {
      await server.stop();
      throw error;
    }
  };
  const setPassword = async () => {
    const server = await run([]);
    try {
      const limits = { withinMs: 60_000, process: server, signal };
      await waitUntil(() => createUser(port, password), limits);
    } finally {
      await server.stop();
    }
  };
  try {
    if (kept === undefined) await setPassword();
    let server = await startProtected();
    if (!server) {
      await setPassword();
      server = await startProtected();
    }
    if (!server) throw new Error('The server does not accept the password that was just set.');
    return { url, stop: server.stop, pid: server.pid };
  } catch {
    throw new StartError(`MongoDB does not start on ${folder}, which may be damaged; its log is ${logFile}.`);
  }
};

type MongoOptions = Omit<PostgresWanted, 'maxConnections'> & { report?: (part: string) => void };

/** Uses the server at `given`, or starts a server with its data in `<dataDir>/mongodb`. */
export const provideMongo = async (wanted: MongoOptions): Promise<Server> => {
  const { given } = wanted;
  if (!given) return startEmbedded(wanted);
  try {
    await ping(given);
  } catch {
    throw new StartError('MongoDB does not respond at MONGODB_URL.');
  }
  return { url: given, stop: async () => undefined, pid: () => undefined };
};

export const mongoDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};
