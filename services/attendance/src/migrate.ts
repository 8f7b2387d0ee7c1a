import { join } from 'node:path';
import { connectPostgresEventBus, migratePostgres, runMigration } from '@qr-attendance/service-kit';
import { configSchema } from './config.ts';
import { subscribedTopics } from './events/subscriptions.ts';

await runMigration({
  name: 'attendance',
  configSchema: configSchema.pick({ DATABASE_URL: true, EVENT_BUS_URL: true }),
  migrate: async (config, log) => {
    await migratePostgres({
      url: config.DATABASE_URL,
      dir: join(import.meta.dirname, '../migrations'),
      log,
    });
    const bus = await connectPostgresEventBus({ url: config.EVENT_BUS_URL, log });
    await bus.declare('attendance', subscribedTopics);
    await bus.close();
  },
});
