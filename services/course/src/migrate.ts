import { subscribedTopics } from '@qr-attendance/contracts/events';
import { connectEventBus } from '@qr-attendance/messaging';
import { runMigration } from '@qr-attendance/server';
import { connectMongo, createIndexes } from '@qr-attendance/server/mongo';
import { migrationConfigSchema } from './config.ts';
import { createModels, type Models } from './db/models.ts';
import { GROUP } from './events/subscriptions.ts';

/**
 * Until an archived course freed its code, a unique index without `retired` stood for all courses. The new one holds the
 * same of courses that are not archived, so replicas of the release before lose nothing.
 */
const dropIndexOfAllCourses = async ({ collection }: Models['courses']): Promise<void> => {
  const name = 'teacherId_1_code_1_section_1';
  if (await collection.indexExists(name)) await collection.dropIndex(name);
};

await runMigration({
  name: 'course',
  configSchema: migrationConfigSchema,
  migrate: async (config, log) => {
    const connection = await connectMongo(config.MONGODB_URL);
    const { courses } = createModels(connection);
    await createIndexes(connection);
    await dropIndexOfAllCourses(courses);
    await connection.close();
    const bus = await connectEventBus(config, log);
    await bus.declare(GROUP, subscribedTopics.course);
    await bus.close();
  },
});
