import { z } from 'zod';
import { runNode } from '@qr-attendance/stack';
import { readAdminOptions, type AdminOptions } from './admin-options.ts';
import { readPreviousAddresses } from '../events/last-address.ts';
import { findRunningAddress } from './only-one.ts';
import { openPostgres } from './open-postgres.ts';
import { readSettings } from './options.ts';
import { runCommand } from './run-command.ts';

const resetSchema = z.object({ hadFactor: z.boolean() });
const madeSchema = z.object({ link: z.string(), hours: z.number(), isNew: z.boolean() });

/** Uses the address of the running system, else the chosen port, else the address of the last start. */
const findAddress = async (dataDir: string): Promise<string> => {
  const running = await findRunningAddress(dataDir);
  const { last } = await readPreviousAddresses(dataDir);
  const previous = process.env['PORT'] ? undefined : last;
  return running ?? previous ?? `http://localhost:${readSettings().PORT}`;
};

const create = async (
  databaseUrl: string,
  { dataDir, origin, name, email }: Extract<AdminOptions, { command: 'create' }>,
): Promise<void> => {
  const env = { DATABASE_URL: databaseUrl, PUBLIC_ORIGINS: origin ?? (await findAddress(dataDir)) };
  const answer = await runNode('services/auth/src/create-admin.ts', env, JSON.stringify({ name, email }));
  const { link, hours, isNew } = madeSchema.parse(JSON.parse(answer));
  console.log(`\n${isNew ? `${name} is an administrator now.` : `${email} is an administrator already.`}`);
  console.log(`The password is chosen by this link, once, within ${hours} hours:\n\n  ${link}\n`);
};

const resetSecondFactor = async (databaseUrl: string, email: string): Promise<void> => {
  const env = { DATABASE_URL: databaseUrl };
  const answer = await runNode('services/auth/src/reset-second-factor.ts', env, JSON.stringify({ email }));
  const { hadFactor } = resetSchema.parse(JSON.parse(answer));
  console.log(
    hadFactor
      ? `${email} signs in without a second factor now, or sets up a new one if the role requires it.`
      : `${email} has no second factor.`,
  );
};

const run = async (options: AdminOptions): Promise<void> => {
  const postgres = await openPostgres('auth', options);
  try {
    if (options.command === 'create') await create(postgres.url, options);
    else await resetSecondFactor(postgres.url, options.email);
  } finally {
    await postgres.stop();
  }
};

const options = readAdminOptions();
if (options) await runCommand(() => run(options));
