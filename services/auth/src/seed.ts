import { momentSchema, userIdSchema } from '@qr-attendance/contracts';
import { createPool, readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { adminConfigSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';
import { changeUser } from './core/accounts/accounts.ts';

const inputSchema = z.object({
  people: z.array(userIdSchema),
  registeredAt: z.pipe(momentSchema, z.coerce.date()),
});

const SEEDING = { timeout: 300_000 };

/** Backdates the registration of people, given as JSON on standard input, and verifies their addresses. */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema.pick({ DATABASE_URL: true }),
  migrate: async (config, log) => {
    const { people, registeredAt } = await readInput(inputSchema);
    const database = connectDatabase(createPool(config.DATABASE_URL, log, { name: 'seed', max: 1 }));
    await database.$transaction(async (transaction) => {
      const verified = { emailVerified: true, createdAt: registeredAt };
      for (const id of people) await changeUser(transaction, id, { erasedAt: null }, verified);
    }, SEEDING);
    await database.$disconnect();
  },
});
