import { join } from 'node:path';
import { subscribedTopics } from '@qr-attendance/contracts/events';
import { declareGroup } from '@qr-attendance/messaging';
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
    await declareGroup(config, { group: 'attendance', topics: subscribedTopics.attendance }, log);
  },
});
