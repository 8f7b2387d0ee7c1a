import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecrets, providePostgres, StartError, SUPERUSER } from '@qr-attendance/stack';
import { SECRETS } from '../backup/contents.ts';
import { postgresPort } from '../backup/servers.ts';
import { claimDataFolder } from './only-one.ts';

const leave = async (): Promise<void> => undefined;

/** The server that is given, or that of the running system; else the embedded one is started for it. */
export const openPostgres = async ({
  dataDir,
  postgresUrl: given,
}: {
  dataDir: string;
  postgresUrl: string | undefined;
}) => {
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
