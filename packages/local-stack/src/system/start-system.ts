import { join } from 'node:path';
import { ensureFolder } from '../infrastructure/folders.ts';
import { mongoDatabase, provideMongo } from '../infrastructure/mongodb.ts';
import { ensureDatabase, providePostgres } from '../infrastructure/postgres.ts';
import type { Server } from '../infrastructure/server.ts';
import { keepSecrets, type Secrets } from '../secrets.ts';
import type { Supervised } from '../supervise.ts';
import { gatewayEnvironment, serviceNames, type Databases, type ServiceUrls } from './environment.ts';
import { superviseNode, waitUntilReady } from './node-process.ts';
import { chooseUrls, migrateServices, startServiceProcesses, type ServiceSettings } from './services.ts';

/** Tells of one step of the start; runs its work. */
export type Step = <T>(title: string, work: () => Promise<T>) => Promise<T>;

export interface SystemOptions {
  dataDir: string;
  host?: string;
  port: number;
  /** Servers to use instead of embedded ones. */
  postgresUrl?: string | undefined;
  mongoUrl?: string | undefined;
  /** Goes before the names of all databases, so that several systems may share a server. */
  databasePrefix?: string;
  /** Further settings, by service. */
  env?: ServiceSettings['env'];
  step?: Step;
}

export interface System {
  /** Address of the gateway. */
  url: string;
  urls: ServiceUrls;
  databases: Databases;
  secrets: Secrets;
  processes: Record<string, Supervised>;
  stop: () => Promise<void>;
}

const quietly: Step = (_title, work) => work();

/** Brings up the whole system on this machine and keeps it up. What fails to start takes along what had started. */
export const startSystem = async ({
  dataDir,
  host = '127.0.0.1',
  port,
  postgresUrl,
  mongoUrl,
  databasePrefix = 'qr_',
  env = {},
  step = quietly,
}: SystemOptions): Promise<System> => {
  await ensureFolder(dataDir);
  await ensureFolder(join(dataDir, 'logs'));
  const secrets = await keepSecrets(dataDir);
  const servers: Server[] = [];
  const processes: Supervised[] = [];
  const stop = async () => {
    await Promise.all(processes.toReversed().map((process) => process.stop()));
    await Promise.all(servers.map((server) => server.stop()));
  };

  const startServers = async (): Promise<Databases> => {
    const [postgres, mongo] = await Promise.allSettled([
      providePostgres({ given: postgresUrl, dataDir, password: secrets.postgresPassword }),
      provideMongo({ given: mongoUrl, dataDir }),
    ]);
    for (const server of [postgres, mongo]) if (server.status === 'fulfilled') servers.push(server.value);
    if (postgres.status === 'rejected') throw postgres.reason;
    if (mongo.status === 'rejected') throw mongo.reason;
    const database = (name: string) => ensureDatabase(postgres.value.url, databasePrefix + name);
    return {
      auth: await database('auth'),
      attendance: await database('attendance'),
      events: await database('events'),
      course: mongoDatabase(mongo.value.url, `${databasePrefix}course`),
      session: mongoDatabase(mongo.value.url, `${databasePrefix}session`),
    };
  };

  try {
    const databases = await step('Starting PostgreSQL and MongoDB', startServers);
    const urls = await chooseUrls();
    const settings: ServiceSettings = { databases, urls, secrets, dataDir, env };
    await step('Migrating databases', () => migrateServices(serviceNames, settings));
    await step('Starting services', async () => {
      processes.push(...(await startServiceProcesses(serviceNames, settings)));
    });
    const url = `http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host}:${port}`;
    await step('Starting the gateway', async () => {
      const settings = gatewayEnvironment({ urls, host, port });
      processes.push(await superviseNode('gateway', 'gateway/src/main.ts', settings, dataDir));
      await waitUntilReady('gateway', `http://127.0.0.1:${port}`, dataDir);
    });
    const byName = Object.fromEntries(processes.map((process) => [process.name, process]));
    return { url, urls, databases, secrets, processes: byName, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
