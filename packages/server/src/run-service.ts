import { writeSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { z } from 'zod';
import { ConfigError, readConfig, type ProcessConfig } from './config.ts';
import { StoreError } from './db/store-error.ts';
import { closeServer, listen } from './http/server.ts';
import { reloadTlsOnChange, type TlsSource } from './http/reload-tls-on-change.ts';
import {
  createLogger,
  createMetrics,
  type DestinationStream,
  type Logger,
  type Metrics,
  startTracing,
} from '@qr-attendance/observability';
import { serveMetrics } from './http/serve-metrics.ts';
import { createShutdownGate, shutdown } from './shutdown.ts';

interface RunningService {
  app: RequestListener;
  tls?: TlsSource | undefined;
  httpsOrigin?: string | undefined;
  watchServer?: (server: Server) => void;
  /** Ends streams before the server waits for running requests. */
  endStreams?: () => void;
  /** Called after the last request: stops consumers, relays and connections. */
  close: () => Promise<void>;
}

/** The output is written synchronously, because the process ends right afterwards. */
const toStandardError = { write: (line: string) => void writeSync(2, line) };

/** Prints one sentence for an error that an operator can fix, and other errors completely. The exit code is 1. */
const failStart = (name: string, error: unknown): never => {
  if (error instanceof ConfigError) console.error(`${name}: ${error.message}`);
  // The error is logged as JSON, so that log collectors keep the message.
  else if (error instanceof StoreError) createLogger(name, 'fatal', toStandardError).fatal(error.message);
  else console.error(`${name} could not start:`, error);
  process.exit(1);
};

export interface Program<Schema extends z.ZodType<ProcessConfig>> {
  name: string;
  configSchema: Schema;
  start: (config: z.output<Schema>, log: Logger, metrics: Metrics) => Promise<RunningService>;
}

/**
 * Starts a program inside this process: settings, tracing, metrics, HTTP.
 * @param logTo standard output by default
 * @returns the URL, and a function that stops it gracefully
 * @throws ConfigError for a missing or invalid setting
 */
export const startProgram = async <Schema extends z.ZodType<ProcessConfig>>(
  { name, configSchema, start }: Program<Schema>,
  { env, logTo }: { env?: Record<string, string | undefined>; logTo?: DestinationStream } = {},
): Promise<{ port: number; log: Logger; stop: () => Promise<void> }> => {
  const config = readConfig(configSchema, env);
  const log = createLogger(name, config.LOG_LEVEL, logTo);
  const tracing = await startTracing(name, config, log);
  const metrics = createMetrics(name);
  const running = await start(config, log, metrics);
  const { HOST: host, METRICS_PORT: metricsPort } = config;
  const scraped =
    metricsPort === undefined ? undefined : await serveMetrics(metrics, { host, port: metricsPort, log });
  const { listener, drain } = createShutdownGate(running.app);
  const { server, port } = await listen(listener, {
    host,
    port: config.PORT,
    tls: running.tls?.first,
    httpsOrigin: running.httpsOrigin,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
  });
  running.watchServer?.(server);
  const unfollow = reloadTlsOnChange(server, running.tls, log);
  log.info({ port }, 'listening');
  const close = async () => {
    unfollow();
    await running.close();
    await tracing.stop();
    if (scraped) await closeServer(scraped.server, 0);
  };
  const { endStreams } = running;
  return {
    port,
    log,
    stop: () => shutdown({ server, drain, pauseMs: config.SHUTDOWN_PAUSE_MS, endStreams, close }),
  };
};

interface Migration<Schema extends z.ZodType> {
  name: string;
  configSchema: Schema;
  /** Must be idempotent, even with several replicas at once. */
  migrate: (config: z.output<Schema>, log: Logger) => Promise<void>;
}
export const defineMigration = <Schema extends z.ZodType>(migration: Migration<Schema>): Migration<Schema> =>
  migration;

/**
 * Applies a migration inside this process.
 * @throws ConfigError for a missing or invalid setting
 */
export const applyMigration = async <Schema extends z.ZodType>(
  { name, configSchema, migrate }: Migration<Schema>,
  env?: Record<string, string | undefined>,
): Promise<void> => migrate(readConfig(configSchema, env), createLogger(name, 'warn'));

export const runMigration = async <Schema extends z.ZodType>(migration: Migration<Schema>): Promise<void> => {
  try {
    await applyMigration(migration);
    process.exit(0);
  } catch (error) {
    failStart(migration.name, error);
  }
};

/** Maximum duration of a shutdown; supervisors kill after 20 s. */
const LIMIT_MS = 18_000;

/**
 * Runs until SIGTERM or SIGINT, or until the supervisor at the other end of the IPC channel exits, and then
 * stops gracefully. The argument `--migrate` applies the migration first, which saves a process where each
 * service has one replica.
 */
export const runService = async <Schema extends z.ZodType<ProcessConfig>, Migrated extends z.ZodType>(
  program: Program<Schema>,
  migration?: Migration<Migrated>,
): Promise<void> => {
  try {
    if (migration && process.argv.includes('--migrate')) await applyMigration(migration);
    const { log, stop } = await startProgram(program);
    let stopping = false;
    const end = async (why: string) => {
      if (stopping) return;
      stopping = true;
      log.info({ why }, 'stopping');
      setTimeout(() => {
        log.error({ limitMs: LIMIT_MS }, 'stopped before everything was released');
        process.exit(1);
      }, LIMIT_MS);
      await stop();
      process.exit(0);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
    process.on('disconnect', () => void end('supervisor gone'));
    // The supervisor may have exited during the start; without an IPC channel `connected` is undefined.
    if (process.connected === false) void end('supervisor gone');
  } catch (error) {
    failStart(program.name, error);
  }
};
