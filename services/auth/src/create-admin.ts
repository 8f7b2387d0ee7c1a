import { emailSchema, nameSchema } from '@qr-attendance/contracts';
import { readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { createAdmin } from './admin/create-admin.ts';
import { adminConfigSchema } from './config.ts';

/**
 * Makes an administrator of the name and e-mail address given as JSON on standard input; prints the link by which to
 * choose a password as JSON.
 */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema,
  migrate: async (config, log) => {
    const admin = await readInput(z.object({ name: nameSchema(200), email: emailSchema }));
    process.stdout.write(JSON.stringify(await createAdmin(config, log, admin)));
  },
});
