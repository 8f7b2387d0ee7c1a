import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busConfigSchema, connectEventBus, type EventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import {
  busEnvironment,
  chooseUrls,
  environmentOf,
  mailDirOf,
  createSecrets,
  migrateServices,
  operatorEnvironment,
  publicOriginsOf,
  type ServiceName,
  serviceNames,
  type ServiceSettings,
  startServiceProcesses,
} from '@qr-attendance/stack';
import { freshDatabases, migratedDatabases } from './databases.ts';
import { type ServiceInProcess, startInProcess } from './service-in-process.ts';
import { LONG_PROOFS, WITHOUT_FLOOR } from './templates.ts';
import { tokenSigner } from './tokens.ts';

/** Port in the public origin; no gateway runs in a component test. */
const GATEWAY_PORT = 8080;

const logDirOf = (dataDir: string) => join(dataDir, 'logs');

interface RunningServices {
  pidOf: (name: ServiceName) => number | undefined;
  restart: (name: ServiceName) => Promise<void>;
  stop: () => Promise<void>;
}

const startAsProcesses = async (
  names: readonly ServiceName[],
  settings: ServiceSettings,
): Promise<RunningServices> => {
  const processes = await startServiceProcesses(names, settings);
  const find = (name: ServiceName) => processes.find((process) => process.name === name);
  return {
    pidOf: (name) => find(name)?.pid(),
    restart: async (name) => find(name)?.restart(),
    stop: async () => {
      await Promise.all(processes.map((process) => process.stop()));
    },
  };
};

const startInside = async (
  names: readonly ServiceName[],
  settings: ServiceSettings,
): Promise<RunningServices> => {
  const logDir = logDirOf(settings.dataDir);
  await mkdir(logDir, { recursive: true });
  const running = new Map<ServiceName, ServiceInProcess>();
  const start = async (name: ServiceName) => {
    const logTo = createWriteStream(join(logDir, `${name}.log`), { flags: 'a' });
    running.set(name, await startInProcess(name, environmentOf(name, settings), { logTo }));
  };
  const stop = async () => {
    await Promise.all([...running.values()].map((service) => service.stop()));
  };
  const [failed] = (await Promise.allSettled(names.map(start))).filter(({ status }) => status === 'rejected');
  if (failed) {
    await stop();
    throw (failed as PromiseRejectedResult).reason;
  }
  return {
    pidOf: () => undefined,
    restart: async (name) => {
      await running.get(name)?.stop();
      await start(name);
    },
    stop,
  };
};

/**
 * Starts real services for a component test, on free ports with fresh databases and secrets: inside the test's
 * process, which is much faster, or as processes. Declares the subscriptions of every service, but runs only the named
 * services and creates only their databases; the URLs of the other services are unreachable. Without names, all
 * databases are created.
 */
export const startServices = async (
  names: readonly ServiceName[],
  options: Pick<ServiceSettings, 'env'> & {
    urls?: Partial<Record<ServiceName, string>>;
    kafka?: string | undefined;
    asProcesses?: boolean;
  } = {},
) => {
  // Kafka has no templates to copy, so each suite declares its subscriptions in Kafka.
  const wanted = names.length > 0 ? (['events', ...names] as const) : undefined;
  const copied = options.kafka === undefined ? await migratedDatabases(wanted) : undefined;
  const { databases, drop } = copied ?? (await freshDatabases());
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-test-services-'));
  const secrets = createSecrets();
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
    env: { ...options.env, auth: { ...LONG_PROOFS.auth, ...options.env?.auth } },
  };
  const clear = async () => {
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const start = options.asProcesses ? startAsProcesses : startInside;
  const running = await (
    copied ? Promise.resolve() : migrateServices(serviceNames, { ...settings, env: WITHOUT_FLOOR })
  )
    .then(() => start(names, settings))
    .catch(async (error: unknown) => {
      await clear();
      throw error;
    });
  return {
    urls,
    databases,
    busUrl: databases.events,
    connectBus: (): Promise<EventBus> =>
      connectEventBus(
        busConfigSchema.parse(busEnvironment(databases.events, kafka)),
        createLogger('test', 'silent'),
      ),
    operatorEnvironment: operatorEnvironment(settings),
    secrets,
    publicOrigins,
    internalToken: secrets.internalToken,
    ...tokenSigner(secrets),
    logDir: logDirOf(dataDir),
    mailDir: mailDirOf(dataDir),
    pidOf: running.pidOf,
    restart: running.restart,
    /** Kills or (with SIGSTOP) freezes a service process, which then restarts at the same URL. */
    kill: (name: ServiceName, signal: NodeJS.Signals = 'SIGKILL'): void => {
      const pid = running.pidOf(name);
      if (pid === undefined) throw new Error(`${name} does not run as a process.`);
      process.kill(pid, signal);
    },
    stop: async () => {
      await running.stop();
      await clear();
    },
  };
};
export type TestServices = Awaited<ReturnType<typeof startServices>>;
