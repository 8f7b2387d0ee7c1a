import { subscribedTopics } from '@qr-attendance/contracts/events';
import { declareGroup } from '@qr-attendance/messaging';
import { defineMigration } from '@qr-attendance/server';
import { connectMongo, migrateMongo, UNLIMITED_MS } from '@qr-attendance/server/mongo';
import { migrationConfigSchema } from './config.ts';
import { createModels } from './db/models.ts';
import { GROUP } from './subscriptions.ts';

export const migration = defineMigration({
  name: 'course',
  configSchema: migrationConfigSchema,
  migrate: async (config, log) => {
    const connection = await connectMongo(config.MONGODB_URL, { silenceMs: UNLIMITED_MS });
    createModels(connection);
    await migrateMongo(connection);
    await connection.close();
    await declareGroup(config, { group: GROUP, topics: subscribedTopics.course }, log);
  },
});
