import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { writeLines } from '@qr-attendance/server/mongo';
import { ensureDatabase, StartError } from '@qr-attendance/stack';
import { databaseOf, withMongo, inPostgresTransaction, urlsOf } from './connect.ts';
import {
  mongoFile,
  mongoStores,
  postgresFile,
  postgresStores,
  type Manifest,
  type MongoStore,
  type PostgresStore,
  type StoreUrls,
} from './contents.ts';
import { folderFiles, type BackupFiles } from './lines-file.ts';
import { advanceSequences, clearTables, writeRows } from './postgres-rows.ts';
import { migrationsDir } from './read-backup.ts';
import type { Servers } from './servers.ts';
import { tallyLines, type Tally } from './tally.ts';

async function* linesOf(
  files: BackupFiles,
  path: string,
  expected: number,
  checksum: string | undefined,
): AsyncGenerator<string> {
  let total: Tally | undefined;
  try {
    yield* tallyLines(files.read(path), (tally) => {
      total = tally;
    });
  } catch (error) {
    // Errors with a message for the operator, such as a missing key, are rethrown; others are reported below.
    if (error instanceof StartError) throw error;
  }
  if (total?.count !== expected || (checksum !== undefined && checksum !== total.checksum))
    throw new StartError(`${path} of the backup is damaged, or cannot be read; nothing was restored.`);
}

export const ensureUndamaged = async (manifest: Manifest, files: BackupFiles): Promise<void> => {
  const readAll = async (lines: AsyncIterable<string>) => {
    for await (const _line of lines);
  };
  for (const store of postgresStores) {
    const { tables = {}, checksums } = manifest.postgres[store] ?? {};
    for (const [name, count] of Object.entries(tables))
      await readAll(linesOf(files, postgresFile(store, name), count, checksums?.[name]));
  }
  for (const store of mongoStores) {
    const { collections = {}, checksums } = manifest.mongodb[store] ?? {};
    for (const [name, count] of Object.entries(collections))
      await readAll(linesOf(files, mongoFile(store, name), count, checksums?.[name]));
  }
};

const loadPostgres = async (
  url: string,
  store: PostgresStore,
  manifest: Manifest,
  files: BackupFiles,
): Promise<void> => {
  const { migrations, tables, checksums } = manifest.postgres[store] ?? { migrations: [], tables: {} };
  const log = createLogger('restore', 'warn');
  await migratePostgres({ url, dir: migrationsDir(store), log, count: migrations.length });
  await inPostgresTransaction(url, 'BEGIN', async (client) => {
    // Rows arrive table by table, so foreign keys are not checked during the load.
    await client.query('SET LOCAL session_replication_role = replica');
    await clearTables(client, Object.keys(tables));
    for (const [table, count] of Object.entries(tables)) {
      await writeRows(client, table, linesOf(files, postgresFile(store, table), count, checksums?.[table]));
      await advanceSequences(client, table);
    }
  });
};

const loadMongo = (url: string, store: MongoStore, manifest: Manifest, files: BackupFiles): Promise<void> =>
  withMongo(url, async (connection) => {
    const { collections = {}, checksums } = manifest.mongodb[store] ?? {};
    for (const [name, count] of Object.entries(collections))
      await writeLines(connection, name, linesOf(files, mongoFile(store, name), count, checksums?.[name]));
  });

/** Writes a backup into empty databases. The bus starts empty; a replay publishes everything again. */
export const loadStores = async (urls: StoreUrls, manifest: Manifest, files: BackupFiles): Promise<void> => {
  for (const store of postgresStores) await loadPostgres(urls[store], store, manifest, files);
  for (const store of mongoStores) await loadMongo(urls[store], store, manifest, files);
};

export const loadBackup = async (servers: Servers, manifest: Manifest, folder: string): Promise<void> => {
  for (const store of postgresStores) await ensureDatabase(servers.postgresUrl, databaseOf(servers, store));
  await loadStores(urlsOf(servers), manifest, folderFiles(folder));
};
