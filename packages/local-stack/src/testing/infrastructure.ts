import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chmod } from 'node:fs/promises';
import { provideMongo } from '../infrastructure/mongodb.ts';
import { providePostgres } from '../infrastructure/postgres.ts';
import { offerTestKafka } from './kafka.ts';

/** Where suites find the servers of the test run. */
export const TEST_POSTGRES_URL = 'TEST_POSTGRES_URL';
export const TEST_MONGODB_URL = 'TEST_MONGODB_URL';

/**
 * Starts one PostgreSQL and one MongoDB server for a whole test run and puts their addresses into the environment,
 * where `startServices` finds them. Each suite makes databases of its own on them. A server already named there is used.
 * Kafka starts only when a suite asks for it (`startTestKafka`).
 */
export const startTestInfrastructure = async (): Promise<{ stop: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-test-'));
  // PostgreSQL may run as another user, who must get through to its folder.
  await chmod(dataDir, 0o755);
  const [postgres, mongo] = await Promise.all([
    providePostgres({ given: process.env[TEST_POSTGRES_URL], dataDir, password: 'test' }),
    provideMongo({ given: process.env[TEST_MONGODB_URL], dataDir }),
  ]);
  const kafka = await offerTestKafka(dataDir);
  process.env[TEST_POSTGRES_URL] = postgres.url;
  process.env[TEST_MONGODB_URL] = mongo.url;
  return {
    stop: async () => {
      await Promise.all([postgres.stop(), mongo.stop(), kafka.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The servers of this test run. @throws Error when the run did not start them */
export const testServers = (): { postgresUrl: string; mongoUrl: string } => {
  const postgresUrl = process.env[TEST_POSTGRES_URL];
  const mongoUrl = process.env[TEST_MONGODB_URL];
  if (!postgresUrl || !mongoUrl) throw new Error('The test run has not started its databases.');
  return { postgresUrl, mongoUrl };
};
