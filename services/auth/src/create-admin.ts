import { emailSchema, nameSchema } from '@qr-attendance/contracts';
import { readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { createAdmin } from './features/admin/create-admin.ts';
import { adminConfigSchema } from './config.ts';

/**
 * Reads a name and an email address as JSON from standard input, and prints a link to choose a password as
 * JSON.
 */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema,
  migrate: async (config, log) => {
    const admin = await readInput(z.object({ name: nameSchema(200), email: emailSchema }));
    process.stdout.write(JSON.stringify(await createAdmin(config, log, admin)));
  },
});
