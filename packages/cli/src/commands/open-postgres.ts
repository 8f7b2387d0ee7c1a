import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadOrCreateSecrets, providePostgres, StartError, SUPERUSER } from '@qr-attendance/stack';
import { postgresUrlOf } from '../backup/connect.ts';
import { SECRETS_FILE, type PostgresStore } from '../backup/contents.ts';
import { postgresPort } from '../backup/servers.ts';
import { claimDataFolder } from './only-one.ts';

interface PostgresLocation {
  dataDir: string;
  postgresUrl: string | undefined;
  databaseUrl: string | undefined;
}
interface RunningPostgres {
  url: string;
  stop: () => Promise<void>;
}
const doNothing = async (): Promise<void> => undefined;

const openServer = async ({ dataDir, postgresUrl: given }: PostgresLocation): Promise<RunningPostgres> => {
  if (given) return { url: given, stop: doNothing };
  if (!existsSync(join(dataDir, SECRETS_FILE)))
    throw new StartError(`There is no data in ${dataDir}; start the system once.`);
  const { postgresPassword: password } = await loadOrCreateSecrets(dataDir);
  const port = await postgresPort(dataDir);
  if (port !== undefined)
    return { url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`, stop: doNothing };
  await claimDataFolder(dataDir);
  return providePostgres({ given, dataDir, password });
};

export const openPostgres = async (
  store: PostgresStore,
  where: PostgresLocation,
): Promise<RunningPostgres> => {
  if (where.databaseUrl) return { url: where.databaseUrl, stop: doNothing };
  const { url, stop } = await openServer(where);
  return { url: postgresUrlOf({ postgresUrl: url }, store), stop };
};
