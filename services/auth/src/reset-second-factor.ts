import { emailSchema } from '@qr-attendance/contracts';
import { ConfigError, readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { adminConfigSchema } from './config.ts';
import { resetSecondFactorByEmail } from './features/admin/reset-second-factor.ts';

/** Reads an email address as JSON from standard input, and prints as JSON whether there was a second factor. */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema.pick({ DATABASE_URL: true }),
  migrate: async (config, log) => {
    const { email } = await readInput(z.object({ email: emailSchema }));
    const hadFactor = await resetSecondFactorByEmail(config, log, email);
    if (hadFactor === undefined) throw new ConfigError('No account has this email address.');
    process.stdout.write(JSON.stringify({ hadFactor }));
  },
});
