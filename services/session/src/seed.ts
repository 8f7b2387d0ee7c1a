import {
  CODE_ALPHABET,
  CODE_LENGTH,
  DEFAULT_REFRESH_INTERVAL,
  daySchema,
  momentSchema,
  objectIdSchema,
  userIdSchema,
} from '@qr-attendance/contracts';
import { connectMongo, readInput, runMigration } from '@qr-attendance/server';
import { customAlphabet } from 'nanoid';
import { z } from 'zod';
import { migrationConfigSchema } from './config.ts';
import { createModels } from './db/models.ts';
import { makeStores } from './db/stores.ts';
import { makeSeedSessions } from './sessions/seed-sessions.ts';

const inputSchema = z.array(
  z
    .object({
      courseId: objectIdSchema,
      teacherId: userIdSchema,
      date: daySchema,
      startTime: z.pipe(momentSchema, z.coerce.date()),
      endTime: z.pipe(momentSchema, z.coerce.date()),
      lateAfterMinutes: z.number().int().min(0).max(600),
    })
    .refine(({ startTime, endTime }) => endTime > startTime, {
      path: ['endTime'],
      message: 'must be after the start time',
    })
    .refine(({ endTime }) => endTime.getTime() < Date.now(), {
      path: ['endTime'],
      message: 'must have passed',
    }),
);

/** Writes sessions of the past, given as JSON on standard input; prints their ids in the same order as JSON. */
await runMigration({
  name: 'session',
  configSchema: migrationConfigSchema.pick({ MONGODB_URL: true }),
  migrate: async (config) => {
    const past = await readInput(inputSchema);
    const connection = await connectMongo(config.MONGODB_URL);
    // The running service's relay finds what waits in the outbox by itself.
    const { sessions, newId } = makeStores(createModels(connection), () => undefined);
    const seedSessions = makeSeedSessions({
      sessions,
      newId,
      newCode: customAlphabet(CODE_ALPHABET, CODE_LENGTH),
      refreshInterval: DEFAULT_REFRESH_INTERVAL,
      clock: () => new Date(),
    });
    process.stdout.write(JSON.stringify(await seedSessions(past)));
    await connection.close();
  },
});
