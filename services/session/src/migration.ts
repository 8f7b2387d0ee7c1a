import { subscribedTopics } from '@qr-attendance/contracts/events';
import { declareGroup } from '@qr-attendance/messaging';
import { defineMigration } from '@qr-attendance/server';
import { connectMongo, migrateMongo, UNLIMITED_MS } from '@qr-attendance/server/mongo';
import { migrationConfigSchema, parseChecks } from './config.ts';
import { createModels } from './db/models.ts';
import { GROUP } from './subscriptions.ts';
import { beginInstitution } from './core/institution/institution.ts';

export const migration = defineMigration({
  name: 'session',
  configSchema: migrationConfigSchema,
  migrate: async (config, log) => {
    const connection = await connectMongo(config.MONGODB_URL, { silenceMs: UNLIMITED_MS });
    const models = createModels(connection);
    await migrateMongo(connection);
    await beginInstitution(models, parseChecks(config.SESSION_FLOOR_CHECKS));
    await connection.close();
    await declareGroup(config, { group: GROUP, topics: subscribedTopics.session }, log);
  },
});
