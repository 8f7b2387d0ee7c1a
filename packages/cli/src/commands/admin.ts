import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { postgresUrlOf } from '../backup/connect.ts';
import { SECRETS } from '../backup/contents.ts';
import { postgresPort } from '../backup/servers.ts';
import { keepSecrets, providePostgres, runNode, StartError, SUPERUSER } from '@qr-attendance/stack';
import { readAdminOptions, type AdminOptions } from './admin-options.ts';
import { endOnSignals } from './end-on-signals.ts';
import { claimDataFolder } from './only-one.ts';
import { reportFailure } from './report-failure.ts';

const madeSchema = z.object({ link: z.string(), hours: z.number(), isNew: z.boolean() });

const leave = async (): Promise<void> => undefined;

/** The server that is given, or that of the running system; else the embedded one is started for it. */
const openPostgres = async ({ dataDir, postgresUrl: given }: AdminOptions) => {
  if (given) return { url: given, stop: leave };
  if (!existsSync(join(dataDir, SECRETS)))
    throw new StartError(`There is no data in ${dataDir}; start the system once.`);
  const { postgresPassword: password } = await keepSecrets(dataDir);
  const port = await postgresPort(dataDir);
  if (port !== undefined)
    return { url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`, stop: leave };
  await claimDataFolder(dataDir);
  return providePostgres({ given, dataDir, password });
};

const run = async (): Promise<void> => {
  const options = readAdminOptions();
  const postgres = await openPostgres(options);
  try {
    const env = {
      DATABASE_URL: postgresUrlOf({ postgresUrl: postgres.url }, 'auth'),
      PUBLIC_ORIGINS: options.origin,
    };
    const { name, email } = options;
    const answer = await runNode('services/auth/src/create-admin.ts', env, JSON.stringify({ name, email }));
    const { link, hours, isNew } = madeSchema.parse(JSON.parse(answer));
    console.log(`\n${isNew ? `${name} is an administrator now.` : `${email} is an administrator already.`}`);
    console.log(`The password is chosen by this link, once, within ${hours} hours:\n\n  ${link}\n`);
  } finally {
    await postgres.stop();
  }
};

endOnSignals().signal.addEventListener('abort', () => process.exit(1));
try {
  await run();
  process.exit(0);
} catch (error) {
  reportFailure(error, 'That did not work');
  process.exit(1);
}
