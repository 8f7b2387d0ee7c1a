import { momentSchema, newProviderSchema, userIdSchema } from '@qr-attendance/contracts';
import { createPool, readInput, readPeppers, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { seedConfigSchema } from './config.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { changeUser } from './core/accounts/accounts.ts';
import { createSealedSecrets } from './core/secrets/sealed-secrets.ts';
import { retireProvider, seedProvider } from './core/identities/seed-provider.ts';

const registeredSchema = z.object({
  people: z.array(userIdSchema),
  registeredAt: z.pipe(momentSchema, z.coerce.date()),
});
const inputSchema = z.union([
  registeredSchema,
  z.object({
    provider: newProviderSchema,
    identities: z.array(z.object({ subject: z.string(), email: z.string() })),
  }),
  z.object({ retired: z.string(), clientId: z.string() }),
]);

const SEEDING = { timeout: 300_000 };

const backdate = (database: Database, { people, registeredAt }: z.infer<typeof registeredSchema>) =>
  database.$transaction(async (transaction) => {
    const verified = { emailVerified: true, createdAt: registeredAt };
    for (const id of people) await changeUser(transaction, id, { erasedAt: null }, verified);
  }, SEEDING);

/**
 * Changes what the demo cannot change over HTTP, given as JSON on standard input: backdates the registration of people
 * and verifies their addresses, or sets up or retires the demo's identity provider.
 */
await runMigration({
  name: 'auth',
  configSchema: seedConfigSchema,
  migrate: async (config, log) => {
    const input = await readInput(inputSchema);
    const database = connectDatabase(createPool(config.DATABASE_URL, log, { name: 'seed', max: 1 }));
    if ('people' in input) await backdate(database, input);
    else if ('provider' in input)
      await seedProvider(
        database,
        createSealedSecrets(readPeppers(config), 'secrets of identity providers'),
        input,
      );
    else await retireProvider(database, input.retired, input.clientId);
    await database.$disconnect();
  },
});
