import { listCollections } from '@qr-attendance/server/mongo';
import { StartError } from '@qr-attendance/stack';
import pg from 'pg';
import { withMongo, inPostgresTransaction } from './connect.ts';
import { mongoStores, postgresStores, type Manifest, type StoreUrls } from './contents.ts';
import type { BackupFiles } from './lines-file.ts';
import { ensureUndamaged, loadStores } from './load.ts';
import { listTables } from './postgres-rows.ts';
import { raiseVersions } from './raise-versions.ts';

const filledStores = async (urls: StoreUrls): Promise<string[]> => {
  const filled: string[] = [];
  for (const store of postgresStores)
    await inPostgresTransaction(urls[store], 'BEGIN READ ONLY', async (client) => {
      for (const table of await listTables(client)) {
        const { rows } = await client.query(`SELECT FROM ${pg.escapeIdentifier(table)} LIMIT 1`);
        if (rows.length === 0) continue;
        filled.push(store);
        return;
      }
    });
  for (const store of mongoStores)
    await withMongo(urls[store], async (connection) => {
      for (const name of await listCollections(connection))
        if (await connection.collection(name).findOne()) {
          filled.push(store);
          return;
        }
    });
  return filled;
};

export const replaceData = async (
  urls: StoreUrls,
  { manifest, files, force }: { manifest: Manifest; files: BackupFiles; force: boolean },
): Promise<void> => {
  const filled = await filledStores(urls);
  if (filled.length > 0 && !force)
    throw new StartError(`The databases of ${filled.join(', ')} contain data already; --force replaces it.`);
  await ensureUndamaged(manifest, files);
  for (const store of postgresStores)
    await inPostgresTransaction(urls[store], 'BEGIN', (client) =>
      client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
    );
  for (const store of mongoStores)
    await withMongo(urls[store], async (connection) => {
      for (const name of await listCollections(connection)) await connection.dropCollection(name);
    });
  await loadStores(urls, manifest, files);
  await raiseVersions(urls);
};
