import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startSystem, type System, type SystemOptions } from '@qr-attendance/stack';
import { migratedDatabases } from './databases.ts';
import { testServers } from './infrastructure.ts';
import { WITHOUT_FLOOR } from './templates.ts';

/**
 * The whole system for tests: all services and the gateway as processes, databases of its own on the servers of the test
 * run, any free port. `env` are further settings, by process. Stopping it removes its folder, where `logs/` is.
 *
 * @throws Error when the run has not started its servers, or a process does not become ready
 */
export const startTestSystem = async (
  options: Pick<SystemOptions, 'env' | 'kafka' | 'root'> = {},
): Promise<System> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-system-'));
  // Another release has migrations of its own, and Kafka has nothing to copy from.
  const copied = options.root || options.kafka ? undefined : await migratedDatabases();
  const clear = async () => {
    await copied?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const system = await startSystem({
      ...options,
      env: { ...options.env, session: { ...WITHOUT_FLOOR.session, ...options.env?.session } },
      ...(copied ? { databases: copied.databases } : await testServers()),
      dataDir,
      port: await freePort(),
      databasePrefix: `t${randomBytes(5).toString('hex')}_`,
    });
    return {
      ...system,
      stop: async () => {
        await system.stop();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
};
