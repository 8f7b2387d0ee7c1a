import { momentSchema, userIdSchema } from '@qr-attendance/contracts';
import { createPool, readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { adminConfigSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';

const inputSchema = z.object({
  people: z.array(userIdSchema),
  registeredAt: z.pipe(momentSchema, z.coerce.date()),
});

/** Backdates the registration of people, given as JSON on standard input, and verifies their addresses. */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema.pick({ DATABASE_URL: true }),
  migrate: async (config, log) => {
    const { people, registeredAt } = await readInput(inputSchema);
    const database = connectDatabase(createPool(config.DATABASE_URL, log, { name: 'seed', max: 1 }));
    await database.user.updateMany({
      where: { id: { in: people }, erasedAt: null },
      data: { emailVerified: true, createdAt: registeredAt },
    });
    await database.$disconnect();
  },
});
