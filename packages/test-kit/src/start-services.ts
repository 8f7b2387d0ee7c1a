import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busConfigSchema, connectEventBus, type EventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import {
  busEnvironment,
  chooseUrls,
  mailDirOf,
  makeSecrets,
  migrateServices,
  operatorEnvironment,
  publicOriginsOf,
  type ServiceName,
  serviceNames,
  type ServiceSettings,
  startServiceProcesses,
} from '@qr-attendance/stack';
import { freshDatabases, migratedDatabases } from './databases.ts';
import { tokenSigner } from './tokens.ts';

/** No gateway runs in a component test; this is where it would. */
const GATEWAY_PORT = 8080;

/**
 * Starts real services for a component test: fresh databases and secrets, real processes on free ports. The wishes of
 * every service are declared, but only the named services run, on databases of theirs, which are all there are; the
 * others' addresses answer nobody. Where none is named, there are the databases of all.
 */
export const startServices = async (
  names: readonly ServiceName[],
  options: Pick<ServiceSettings, 'env'> & {
    urls?: Partial<Record<ServiceName, string>>;
    /** Brokers that are to carry events in place of PostgreSQL: `startTestKafka`. */
    kafka?: string | undefined;
  } = {},
) => {
  // Kafka has no databases to copy, so each suite declares there what its services want to hear.
  const wanted = names.length > 0 ? (['events', ...names] as const) : undefined;
  const copied = options.kafka === undefined ? await migratedDatabases(wanted) : undefined;
  const { databases, drop } = copied ?? (await freshDatabases());
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-test-services-'));
  const secrets = makeSecrets();
  const urls = { ...(await chooseUrls()), ...options.urls };
  const publicOrigins = publicOriginsOf(GATEWAY_PORT);
  const kafka = options.kafka
    ? { brokers: options.kafka, env: { KAFKA_TOPIC_PREFIX: `t${randomBytes(6).toString('hex')}.` } }
    : undefined;
  const settings: ServiceSettings = {
    databases,
    kafka,
    urls,
    secrets,
    publicOrigins,
    dataDir,
    ...(options.env ? { env: options.env } : {}),
  };
  const clear = async () => {
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const processes = await (copied ? Promise.resolve() : migrateServices(serviceNames, settings))
    .then(() => startServiceProcesses(names, settings))
    .catch(async (error: unknown) => {
      await clear();
      throw error;
    });
  const pidOf = (name: ServiceName) => processes.find((process) => process.name === name)?.pid();
  return {
    urls,
    databases,
    busUrl: databases.events,
    /** A connection to the bus of these services, as another service would have. */
    connectBus: (): Promise<EventBus> =>
      connectEventBus(
        busConfigSchema.parse(busEnvironment(databases.events, kafka)),
        createLogger('test', 'silent'),
      ),
    /** What an operator's command is told of these services by its environment. */
    operatorEnvironment: operatorEnvironment(settings),
    secrets,
    /** Origins of the pages that the services take for their own. */
    publicOrigins,
    internalToken: secrets.internalToken,
    ...tokenSigner(secrets),
    /** Where the processes' logs are. */
    logDir: join(dataDir, 'logs'),
    /** Where mails land. */
    mailDir: mailDirOf(dataDir),
    pidOf,
    /** Ends (or, by SIGSTOP, freezes) a service; one that ended comes back by itself at the same address. */
    kill: (name: ServiceName, signal: NodeJS.Signals = 'SIGKILL'): void => {
      const pid = pidOf(name);
      if (pid === undefined) throw new Error(`${name} does not run.`);
      process.kill(pid, signal);
    },
    stop: async () => {
      await Promise.all(processes.map((process) => process.stop()));
      await clear();
    },
  };
};
export type TestServices = Awaited<ReturnType<typeof startServices>>;
