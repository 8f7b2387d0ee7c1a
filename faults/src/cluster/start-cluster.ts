import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureDatabase,
  gatewayEnvironment,
  keepSecrets,
  migrateServices,
  mongoDatabase,
  provideMongo,
  providePostgres,
  publicOriginsOf,
  serviceEnvironment,
  serviceNames,
  superviseNode,
  waitUntilReady,
  type Databases,
  type Secrets,
  type Server,
  type ServiceName,
  type ServiceUrls,
  type Supervised,
} from '@qr-attendance/local-stack';
import getPort from 'get-port';
import { startBalancer, type Balancer } from './balancer.ts';
import type { Bus } from './bus.ts';

/** A replica of a service: a process of its own. */
export interface Replica extends Supervised {
  service: ServiceName;
}

/** Real processes on real servers: several replicas of each service behind a balancer, one gateway. */
export interface Cluster {
  url: string;
  secrets: Secrets;
  databases: Databases;
  bus: Bus;
  replicas: Replica[];
  gateway: Supervised;
  postgres: Server;
  mongo: Server;
  stop: () => Promise<void>;
}

export interface ClusterOptions {
  replicas: number;
  /** Starts what carries the events; told where the PostgreSQL server is. */
  provideBus: (given: { dataDir: string; postgresUrl: string }) => Promise<Bus>;
  /** PostgreSQL's data goes here instead of into the run's own folder. */
  postgresDir?: string | undefined;
  /** Settings of single replicas, by name: `attendance-1`. */
  env?: Record<string, Record<string, string>>;
}

const freePort = () => getPort({ host: '127.0.0.1' });

/** Brings everything up in a folder of its own; `stop` leaves nothing behind. */
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
    const secrets = await keepSecrets(dataDir);
    const postgres = keep(
      await providePostgres({
        given: undefined,
        dataDir: options.postgresDir ?? dataDir,
        password: secrets.postgresPassword,
      }),
    );
    const mongo = keep(await provideMongo({ given: undefined, dataDir }));
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
    const gatewayPort = await freePort();
    const publicOrigins = publicOriginsOf(gatewayPort);
    const settings = { databases, urls, secrets, publicOrigins, dataDir };
    const shared = Object.fromEntries(serviceNames.map((service) => [service, bus.env]));
    await migrateServices(serviceNames, { ...settings, env: shared });

    const startReplica = async (service: ServiceName, index: number): Promise<Replica> => {
      const name = `${service}-${index}`;
      const port = ports[service][index] ?? 0;
      const env = {
        ...serviceEnvironment(service, settings),
        ...bus.env,
        PORT: String(port),
        ...options.env?.[name],
      };
      const replica = keep(await superviseNode(name, `services/${service}/src/main.ts`, env, dataDir));
      await waitUntilReady(replica, `http://127.0.0.1:${port}`, { dataDir });
      return { ...replica, service };
    };
    const indices = Array.from({ length: options.replicas }, (_replica, index) => index);
    const replicas = await Promise.all(
      serviceNames.flatMap((service) => indices.map((index) => startReplica(service, index))),
    );
    const gatewaySettings = gatewayEnvironment({ urls, secrets, host: '127.0.0.1', port: gatewayPort });
    const gateway = keep(await superviseNode('gateway', 'gateway/src/main.ts', gatewaySettings, dataDir));
    const url = `http://127.0.0.1:${gatewayPort}`;
    await waitUntilReady(gateway, url, { dataDir });
    return { url, secrets, databases, bus, replicas, gateway, postgres, mongo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
