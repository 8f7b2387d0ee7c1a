import { join } from 'node:path';
import { subscribedTopics } from '@qr-attendance/contracts/events';
import { connectEventBus } from '@qr-attendance/messaging';
import { defineMigration, migratePostgres } from '@qr-attendance/server';
import { migrationConfigSchema } from './config.ts';

export const migration = defineMigration({
  name: 'attendance',
  configSchema: migrationConfigSchema,
  migrate: async (config, log) => {
    await migratePostgres({
      url: config.DATABASE_URL,
      dir: join(import.meta.dirname, '../migrations'),
      log,
    });
    const bus = await connectEventBus(config, log);
    await bus.declare('attendance', subscribedTopics.attendance);
    await bus.close();
  },
});
