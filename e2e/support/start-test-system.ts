import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem, testServers, type System } from '@qr-attendance/local-stack';

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** The whole system for tests: databases of its own on the servers of the test run, any free port. */
export const startTestSystem = async (): Promise<System> => {
  const { postgresUrl, mongoUrl } = testServers();
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-e2e-'));
  const system = await startSystem({
    dataDir,
    port: await freePort(),
    postgresUrl,
    mongoUrl,
    databasePrefix: `e${randomBytes(5).toString('hex')}_`,
  });
  return {
    ...system,
    stop: async () => {
      await system.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
