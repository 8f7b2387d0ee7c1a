import { emailSchema, textSchema } from '@qr-attendance/contracts';
import { createPool, readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { adminConfigSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';
import { makePasswordResets } from './passwords/password-resets.ts';
import { makePeople } from './people/people.ts';
import { makeCreateAdmin } from './admin/create-admin.ts';
import { makeResetLinks } from './passwords/reset-password.ts';

/**
 * Makes an administrator of the name and e-mail address given as JSON on standard input; prints the link by which to
 * choose a password as JSON.
 */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema,
  migrate: async (config, log) => {
    const admin = await readInput(z.object({ name: textSchema(200), email: emailSchema }));
    const database = connectDatabase(createPool(config.DATABASE_URL, log, { name: 'create admin', max: 2 }));
    const createAdmin = makeCreateAdmin({
      database,
      people: makePeople(database),
      makeResetLink: makeResetLinks({
        resets: makePasswordResets(database),
        publicOrigins: config.PUBLIC_ORIGINS,
      }),
    });
    // The running service's relay finds what waits in the outbox by itself.
    const made = await createAdmin(admin);
    await database.$disconnect();
    process.stdout.write(JSON.stringify(made));
  },
});
