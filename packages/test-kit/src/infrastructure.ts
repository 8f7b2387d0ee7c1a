import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Server, StartError } from '@qr-attendance/stack';
import { stopOnSignals } from './stop-on-signals.ts';
import type { Templates } from './templates.ts';

export const TEST_POSTGRES_URL = 'TEST_POSTGRES_URL';
export const TEST_MONGODB_URL = 'TEST_MONGODB_URL';
export const TEST_KAFKA_BROKERS = 'TEST_KAFKA_BROKERS';
/** The variable by which suites in separate processes find the servers of the test run. */
const TEST_SERVERS_URL = 'TEST_SERVERS_URL';

const serversSchema = z.object({ postgresUrl: z.string(), mongoUrl: z.string() });
export type TestServers = z.output<typeof serversSchema>;
const kafkaSchema = z.object({ brokers: z.string().optional(), missing: z.string().optional() });
export type TestKafka = { brokers: string; missing?: undefined } | { brokers?: undefined; missing: string };

const ownServers = () => ({
  postgresUrl: process.env[TEST_POSTGRES_URL],
  mongoUrl: process.env[TEST_MONGODB_URL],
});

const once = <T>(start: () => Promise<T>) => {
  let started: Promise<T> | undefined;
  return { get: () => (started ??= start()), started: () => started };
};

export interface TestInfrastructure {
  prepare: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Provides one PostgreSQL, one MongoDB and one Kafka server for a whole test run. Each starts when a suite first
 * requests it, and stops at the latest when a signal ends the run. Does nothing if another run already provides the
 * servers.
 */
export const startTestInfrastructure = async ({
  durable = false,
}: {
  /** Whether the databases flush each commit to disk, as in production; tests do not need that. */
  durable?: boolean;
} = {}): Promise<TestInfrastructure> => {
  if (process.env[TEST_SERVERS_URL]) return { prepare: async () => undefined, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-test-'));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const running: Server[] = [];
  const keep = (server: Server): Server => {
    running.push(server);
    return server;
  };

  const databases = once(async (): Promise<TestServers> => {
    // The module is imported on demand, because many runs need no servers.
    const { startDatabases } = await import('./start-databases.ts');
    const { postgres, mongo } = await startDatabases({ given: ownServers(), dataDir, durable });
    return { postgresUrl: keep(postgres).url, mongoUrl: keep(mongo).url };
  });
  const templates = once(async (): Promise<Templates> => {
    const { createTemplates } = await import('./templates.ts');
    return createTemplates(await databases.get());
  });
  const kafka = once(async (): Promise<TestKafka> => {
    const { provideKafka } = await import('../../stack/src/infrastructure/kafka.ts');
    try {
      const given = process.env[TEST_KAFKA_BROKERS];
      return { brokers: keep(await provideKafka({ given, dataDir })).url };
    } catch (error) {
      if (error instanceof StartError) return { missing: error.message };
      throw error;
    }
  });
  const offers = new Map<string, () => Promise<object>>([
    ['/databases', databases.get],
    ['/templates', templates.get],
    ['/kafka', kafka.get],
  ]);

  const server = createServer((request, response) => {
    // A kept connection might be closed at the moment a suite reuses it.
    response.setHeader('connection', 'close');
    const offer = offers.get(request.url ?? '');
    if (!offer) {
      response.writeHead(404).end();
      return;
    }
    offer().then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[TEST_SERVERS_URL] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stopServers = async () => {
    delete process.env[TEST_SERVERS_URL];
    server.closeAllConnections();
    server.close();
    await Promise.allSettled([databases.started(), templates.started(), kafka.started()]);
    await Promise.all(running.map(({ stop }) => stop()));
    await rm(dataDir, { recursive: true, force: true });
  };
  const deleteExpiredSignals = stopOnSignals(stopServers);
  return {
    prepare: async () => {
      await templates.get();
    },
    stop: async () => {
      await stopServers();
      deleteExpiredSignals();
    },
  };
};

const askRun = async (path: string): Promise<unknown> => {
  const base = process.env[TEST_SERVERS_URL];
  if (!base) throw new Error('The test run has not offered its servers.');
  const response = await fetch(base + path);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as unknown;
};

export const testServers = async (): Promise<TestServers> => {
  const { postgresUrl, mongoUrl } = ownServers();
  if (postgresUrl && mongoUrl) return { postgresUrl, mongoUrl };
  const offered = serversSchema.parse(await askRun('/databases'));
  return { postgresUrl: postgresUrl || offered.postgresUrl, mongoUrl: mongoUrl || offered.mongoUrl };
};

export const testTemplates = async (): Promise<Templates | undefined> => {
  const { templatesSchema } = await import('./templates.ts');
  const offered = serversSchema.parse(await askRun('/databases'));
  const { postgresUrl, mongoUrl } = await testServers();
  if (postgresUrl !== offered.postgresUrl || mongoUrl !== offered.mongoUrl) return undefined;
  return templatesSchema.parse(await askRun('/templates'));
};

export const startTestKafka = async (): Promise<TestKafka> => {
  const answer = kafkaSchema.parse(await askRun('/kafka'));
  return answer.brokers
    ? { brokers: answer.brokers }
    : { missing: answer.missing ?? 'The test run has no Kafka.' };
};
