import { join } from 'node:path';
import { createAsk, type SendRequest } from '../ask.ts';
import { ensureFolder } from '../infrastructure/folders.ts';
import { restrictAccess } from '../infrastructure/private-folder.ts';
import { provideKafka } from '../infrastructure/kafka.ts';
import { mongoDatabase, provideMongo } from '../infrastructure/mongodb.ts';
import { ensureDatabase, providePostgres } from '../infrastructure/postgres.ts';
import type { Server } from '../infrastructure/server.ts';
import { loadOrCreateSecrets, type Secrets } from '../secrets.ts';
import type { SupervisedProcess } from '../supervise.ts';
import {
  gatewayEnvironment,
  publicOriginsOf,
  serviceNames,
  type Databases,
  type KafkaAccess,
  type LanSettings,
  type ServiceUrls,
} from './environment.ts';
import { superviseNode, waitUntilReady } from './node-process.ts';
import { chooseUrls, migrateServices, startServiceProcesses, type ServiceSettings } from './services.ts';

export type ReportProgress = (part: string) => void;
export type Step = <T>(title: string, work: (report: ReportProgress) => Promise<T>) => Promise<T>;

export interface SystemOptions {
  dataDir: string;
  host?: string;
  port: number;
  lan?: LanSettings | undefined;
  shellUrl?: string | undefined;
  postgresUrl?: string | undefined;
  mongoUrl?: string | undefined;
  kafka?: Partial<KafkaAccess> | undefined;
  /** Prefix of all database names, so that several systems can share a server. */
  databasePrefix?: string;
  databases?: Databases | undefined;
  /** The folder of another release whose programs are started. */
  root?: string | undefined;
  env?: ServiceSettings['env'];
  step?: Step;
  signal?: AbortSignal;
}

export interface System {
  dataDir: string;
  url: string;
  ask: SendRequest;
  publicOrigins: string[];
  urls: ServiceUrls;
  databases: Databases;
  kafka: KafkaAccess | undefined;
  secrets: Secrets;
  processes: Record<string, SupervisedProcess>;
  stop: () => Promise<void>;
}

const isGateway = ({ name }: SupervisedProcess) => name === 'gateway';

/**
 * The address of a program on this machine.
 * @param host at which it listens
 * @param loopback replaces a host that stands for this machine or for all its addresses
 * @returns an origin
 */
export const addressOf = (
  protocol: 'http' | 'https',
  host: string,
  port: number,
  loopback: string,
): string => {
  const near = ['0.0.0.0', '127.0.0.1', '::', '::1', 'localhost'].includes(host);
  const name = near ? loopback : host;
  return `${protocol}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

const quietly: Step = (_title, work) => work(() => undefined);

/** Starts and supervises the whole system on this machine. If a part fails to start, all other parts are stopped. */
export const startSystem = async ({
  dataDir,
  host = '127.0.0.1',
  port,
  lan,
  shellUrl,
  postgresUrl,
  mongoUrl,
  kafka: kafkaWanted,
  databasePrefix = 'qr_',
  databases: given,
  env = {},
  root,
  step: tell = quietly,
  signal,
}: SystemOptions): Promise<System> => {
  const step: Step = (title, work) => {
    signal?.throwIfAborted();
    return tell(title, work);
  };
  await ensureFolder(dataDir);
  await ensureFolder(join(dataDir, 'logs'));
  await restrictAccess(dataDir);
  const secrets = await loadOrCreateSecrets(dataDir);
  const protocol = lan ? 'https' : 'http';
  const ask = createAsk(lan?.certificate.cert);
  const servers: Server[] = [];
  const processes: SupervisedProcess[] = [];
  const stop = async () => {
    // The gateway stops first, so that running requests are answered; the databases stop last.
    const [gateway, services] = [
      processes.filter(isGateway),
      processes.filter((process) => !isGateway(process)),
    ];
    await Promise.all(gateway.map((process) => process.stop()));
    await Promise.all(services.map((process) => process.stop()));
    await Promise.all(servers.map((server) => server.stop()));
  };

  const startServers = async (report: ReportProgress): Promise<Databases> => {
    const [postgres, mongo] = await Promise.allSettled([
      providePostgres({ given: postgresUrl, dataDir, password: secrets.postgresPassword, signal }),
      provideMongo({ given: mongoUrl, dataDir, password: secrets.mongoPassword, signal, report }),
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

  const startKafka = async (wanted: Partial<KafkaAccess>): Promise<KafkaAccess> => {
    const server = await provideKafka({ given: wanted.brokers, dataDir, signal });
    servers.push(server);
    return { ...wanted, brokers: server.url };
  };

  try {
    const databases = given ?? (await step('Starting PostgreSQL and MongoDB', startServers));
    const kafka = kafkaWanted && (await step('Starting Kafka', () => startKafka(kafkaWanted)));
    const urls = await chooseUrls();
    const publicOrigins = publicOriginsOf(port, lan);
    const shared = { dataDir, databases, kafka, urls, secrets, publicOrigins };
    const settings: ServiceSettings = { ...shared, env, signal, root, migrate: !given };
    // Migrates first, because services of another release may not support `--migrate`.
    if (root && !given) await migrateServices(serviceNames, settings);
    await step('Starting the services and the gateway', async () => {
      const own = {
        ...gatewayEnvironment({ urls, secrets, host, port, lan, shellUrl, root }),
        ...env.gateway,
      };
      const gateway = await superviseNode('gateway', 'gateway/src/main.ts', own, dataDir, { root });
      processes.push(gateway);
      processes.push(...(await startServiceProcesses(serviceNames, settings)));
      await waitUntilReady(gateway, addressOf(protocol, host, port, '127.0.0.1'), { dataDir, signal, ask });
    });
    const byName = Object.fromEntries(processes.map((process) => [process.name, process]));
    const url = addressOf(protocol, host, port, 'localhost');
    return { url, ask, ...shared, processes: byName, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
