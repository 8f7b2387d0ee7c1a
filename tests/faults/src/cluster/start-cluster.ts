import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Databases,
  ensureDatabase,
  freePort,
  gatewayEnvironment,
  loadOrCreateSecrets,
  migrateServices,
  mongoDatabase,
  provideMongo,
  providePostgres,
  publicOriginsOf,
  type Secrets,
  type Server,
  serviceEnvironment,
  type ServiceName,
  serviceNames,
  type ServiceUrls,
  type SupervisedProcess,
} from '@qr-attendance/stack';
import { LONG_PROOFS, WITHOUT_FLOOR } from '@qr-attendance/test-kit';
import { startBalancer, type Balancer } from './balancer.ts';
import type { Bus } from './bus.ts';
import { createProcesses } from './processes.ts';

export interface Replica extends SupervisedProcess {
  service: ServiceName;
}

/** Several replicas of each service behind a balancer; several gateways are behind another. */
export interface Cluster {
  url: string;
  secrets: Secrets;
  /** The databases that processes use. The checks (`postgres` and `mongo`) use the initial ones. */
  databases: Databases;
  change: (changed: { secrets?: Secrets; databases?: Databases }) => void;
  urls: ServiceUrls;
  /** Folder of the previous release; undefined for this release. */
  root: string | undefined;
  bus: Bus;
  replicas: Replica[];
  gateway: SupervisedProcess;
  names: string[];
  migrate: (root?: string) => Promise<void>;
  replace: (name: string, root?: string) => Promise<void>;
  postgres: Server;
  mongo: Server;
  stop: () => Promise<void>;
}

export interface ClusterOptions {
  replicas: number;
  gateways?: number;
  root?: string;
  provideBus: (given: { dataDir: string; postgresUrl: string }) => Promise<Bus>;
  postgresDir?: string | undefined;
  env?: Record<string, Record<string, string>>;
}

export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-faults-'));
  const undo: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  const keep = <Started extends { stop: () => Promise<void> }>(started: Started): Started => {
    undo.push(started.stop);
    return started;
  };
  try {
    const secrets = await loadOrCreateSecrets(dataDir);
    const postgres = keep(
      await providePostgres({
        given: undefined,
        dataDir: options.postgresDir ?? dataDir,
        password: secrets.postgresPassword,
      }),
    );
    const mongo = keep(await provideMongo({ given: undefined, dataDir, password: secrets.mongoPassword }));
    const bus = keep(await options.provideBus({ dataDir, postgresUrl: postgres.url }));
    const databases: Databases = {
      auth: await ensureDatabase(postgres.url, 'auth'),
      attendance: await ensureDatabase(postgres.url, 'attendance'),
      events: await ensureDatabase(postgres.url, 'events'),
      course: mongoDatabase(mongo.url, 'course'),
      session: mongoDatabase(mongo.url, 'session'),
    };

    const balancers = {} as Record<ServiceName, Balancer>;
    const urls = {} as ServiceUrls;
    const ports = {} as Record<ServiceName, number[]>;
    for (const service of serviceNames) {
      ports[service] = [];
      for (let index = 0; index < options.replicas; index++) ports[service].push(await freePort());
      const replicaUrls = ports[service].map((port) => `http://127.0.0.1:${port}`);
      balancers[service] = keep(await startBalancer(replicaUrls, await freePort()));
      urls[service] = balancers[service].url;
    }
    const gatewayPorts = await Promise.all(Array.from({ length: options.gateways ?? 1 }, () => freePort()));
    const gatewayUrls = gatewayPorts.map((port) => `http://127.0.0.1:${port}`);
    const [gatewayUrl = ''] = gatewayUrls;
    const url =
      gatewayUrls.length > 1 ? keep(await startBalancer(gatewayUrls, await freePort())).url : gatewayUrl;
    const publicOrigins = publicOriginsOf(Number(new URL(url).port));
    const settings = { databases, urls, secrets, publicOrigins, dataDir };
    const current = { secrets, databases };
    const shared = {
      ...Object.fromEntries(serviceNames.map((service) => [service, bus.env])),
      auth: { ...bus.env, ...LONG_PROOFS.auth },
      session: { ...bus.env, ...WITHOUT_FLOOR.session },
    };
    const migrate = (root?: string) => migrateServices(serviceNames, { ...settings, env: shared, root });
    await migrate(options.root);

    const processes = keep(createProcesses(dataDir));
    const startReplica = async (service: ServiceName, index: number): Promise<Replica> => {
      const name = `${service}-${index}`;
      const port = String(ports[service][index]);
      const env = () => ({
        ...serviceEnvironment(service, { ...settings, ...current }),
        ...bus.env,
        // The URL of the bus database contains the user, which a rotation changes.
        ...(bus.name === 'postgres' ? { EVENT_BUS_URL: current.databases.events } : {}),
        PORT: port,
        ...options.env?.[name],
      });
      const program = {
        entry: `services/${service}/src/main.ts`,
        env,
        url: `http://127.0.0.1:${port}`,
      };
      return { ...(await processes.add(name, program, options.root)), service };
    };
    const indices = Array.from({ length: options.replicas }, (_replica, index) => index);
    const replicas = await Promise.all(
      serviceNames.flatMap((service) => indices.map((index) => startReplica(service, index))),
    );
    const gateways = await Promise.all(
      gatewayPorts.map((port, index) => {
        const env = (root?: string) =>
          gatewayEnvironment({ urls, secrets: current.secrets, host: '127.0.0.1', port, root });
        const name = gatewayPorts.length > 1 ? `gateway-${index}` : 'gateway';
        const program = { entry: 'gateway/src/main.ts', env, url: `http://127.0.0.1:${port}` };
        return processes.add(name, program, options.root);
      }),
    );
    const [gateway] = gateways;
    if (!gateway) throw new Error('a cluster has at least one gateway');
    return {
      url,
      get secrets() {
        return current.secrets;
      },
      databases,
      change: (changed) => void Object.assign(current, changed),
      urls,
      root: options.root,
      bus,
      replicas,
      gateway,
      names: processes.names(),
      migrate,
      replace: processes.replace,
      postgres,
      mongo,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
