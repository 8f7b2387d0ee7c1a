import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startSystem, type System, type SystemOptions } from '@qr-attendance/stack';
import { migratedDatabases } from './databases.ts';
import { testServers } from './infrastructure.ts';
import { LONG_PROOFS, WITHOUT_FLOOR } from './templates.ts';

/**
 * Starts all services and the gateway as processes, with separate databases on the servers of the test run.
 * `env` contains additional settings by process. Stopping the system deletes its folder, including `logs/`.
 */
export const startTestSystem = async (
  options: Pick<SystemOptions, 'env' | 'kafka' | 'root'> = {},
): Promise<System> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-system-'));
  // The templates fit neither Kafka nor another release, whose migrations differ.
  const copied = options.root || options.kafka ? undefined : await migratedDatabases();
  const clear = async () => {
    await copied?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const system = await startSystem({
      ...options,
      env: {
        ...options.env,
        auth: { ...LONG_PROOFS.auth, ...options.env?.auth },
        session: { ...WITHOUT_FLOOR.session, ...options.env?.session },
      },
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
