import { z } from 'zod';
import { runNode } from '@qr-attendance/stack';
import { readAdminOptions, type AdminOptions } from './admin-options.ts';
import { lastAddress } from '../events/last-address.ts';
import { findRunningAddress } from './only-one.ts';
import { openPostgres } from './open-postgres.ts';
import { runCommand } from './run-command.ts';

const madeSchema = z.object({ link: z.string(), hours: z.number(), isNew: z.boolean() });

/** Uses the address of the running system, else the chosen port, else the address of the last start. */
const findAddress = async (dataDir: string): Promise<string> => {
  const { PORT } = process.env;
  const running = await findRunningAddress(dataDir);
  const last = PORT ? undefined : await lastAddress(dataDir);
  return running ?? last ?? `http://localhost:${PORT || 8080}`;
};

const run = async (options: AdminOptions): Promise<void> => {
  const postgres = await openPostgres('auth', options);
  try {
    const origin = options.origin ?? (await findAddress(options.dataDir));
    const env = { DATABASE_URL: postgres.url, PUBLIC_ORIGINS: origin };
    const { name, email } = options;
    const answer = await runNode('services/auth/src/create-admin.ts', env, JSON.stringify({ name, email }));
    const { link, hours, isNew } = madeSchema.parse(JSON.parse(answer));
    console.log(`\n${isNew ? `${name} is an administrator now.` : `${email} is an administrator already.`}`);
    console.log(`The password is chosen by this link, once, within ${hours} hours:\n\n  ${link}\n`);
  } finally {
    await postgres.stop();
  }
};

const options = readAdminOptions();
if (options) await runCommand(() => run(options));
