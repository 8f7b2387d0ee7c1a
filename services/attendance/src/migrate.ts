import { join } from 'node:path';
import { connectEventBus, migratePostgres, runMigration } from '@qr-attendance/service-kit';
import { migrationConfigSchema } from './config.ts';
import { subscribedTopics } from './events/subscriptions.ts';

await runMigration({
  name: 'attendance',
  configSchema: migrationConfigSchema,
  migrate: async (config, log) => {
    await migratePostgres({
      url: config.DATABASE_URL,
      dir: join(import.meta.dirname, '../migrations'),
      log,
    });
    const bus = await connectEventBus(config, log);
    await bus.declare('attendance', subscribedTopics);
    await bus.close();
  },
});
