import { momentSchema, objectIdSchema } from '@qr-attendance/contracts';
import { readInput, runMigration } from '@qr-attendance/server';
import { connectMongo } from '@qr-attendance/server/mongo';
import { z } from 'zod';
import { migrationConfigSchema } from './config.ts';
import { createModels } from './db/models.ts';
import { createEnrollments } from './core/memberships/enrollments.ts';

const inputSchema = z.object({
  courses: z.array(objectIdSchema),
  enrolledAt: z.pipe(momentSchema, z.coerce.date()),
});

/** Backdates the enrollments of courses, given as JSON on standard input. Idempotent. */
await runMigration({
  name: 'course',
  configSchema: migrationConfigSchema.pick({ MONGODB_URL: true }),
  migrate: async (config) => {
    const { courses, enrolledAt } = await readInput(inputSchema);
    const connection = await connectMongo(config.MONGODB_URL);
    // The relay of the running service publishes the events.
    const enrollments = createEnrollments(
      createModels(connection).enrollments,
      () => undefined,
      () => new Date(),
    );
    for (const courseId of courses)
      for (const enrollment of await enrollments.listActive(courseId))
        await enrollments.backdate(enrollment, enrolledAt);
    await connection.close();
  },
});
