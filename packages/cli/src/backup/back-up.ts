import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listCollections, readLines } from '@qr-attendance/server/mongo';
import { StartError } from '@qr-attendance/stack';
import { withMongo, inPostgresTransaction, withPostgres, urlsOf } from './connect.ts';
import {
  MANIFEST_FILE,
  MONGO_STORES,
  mongoFile,
  mongoStores,
  POSTGRES_STORES,
  postgresFile,
  postgresStores,
  type Manifest,
  type MongoStore,
  type PostgresStore,
  type StoreUrls,
} from './contents.ts';
import { copySettings } from './copy-settings.ts';
import { folderFiles, type BackupFiles } from './lines-file.ts';
import { exportSnapshot, listMigrations, listTables, readRows, BEGIN_SNAPSHOT } from './postgres-rows.ts';
import type { Servers } from './servers.ts';
import { tallyLines, type Tally } from './tally.ts';

type DataKind = 'read models' | 'owned';

const choose = (names: string[], readModels: readonly string[], which: DataKind): string[] =>
  names.filter((name) => readModels.includes(name) === (which === 'read models'));

const write = async (files: BackupFiles, path: string, lines: AsyncIterable<string>): Promise<Tally> => {
  let tally: Tally = { count: 0, checksum: '' };
  await files.write(
    path,
    tallyLines(lines, (total) => {
      tally = total;
    }),
  );
  return tally;
};

const countsOf = (tallies: Record<string, Tally>) => ({
  counts: Object.fromEntries(Object.entries(tallies).map(([name, { count }]) => [name, count])),
  checksums: Object.fromEntries(Object.entries(tallies).map(([name, { checksum }]) => [name, checksum])),
});

/** Each transaction sees one snapshot of the database. */
const savePostgres = (urls: StoreUrls, store: PostgresStore, which: DataKind, files: BackupFiles) =>
  inPostgresTransaction(urls[store], BEGIN_SNAPSHOT, async (client) => {
    const snapshot = await exportSnapshot(client);
    const migrations = await listMigrations(client);
    const { readModels, readModelParts } = POSTGRES_STORES[store];
    const tables = choose(await listTables(client), [...readModels, ...readModelParts], which);
    const tallies: Record<string, Tally> = {};
    const after = await withPostgres(urls[store], async (reader) => {
      for (const table of tables)
        tallies[table] = await write(files, postgresFile(store, table), readRows(reader, table, snapshot));
      return listMigrations(reader);
    });
    if (after.length !== migrations.length)
      throw new StartError(`The database ${store} was migrated while it was read; take the backup again.`);
    return { migrations, ...countsOf(tallies) };
  });

/**
 * Each document is read atomically together with the event in its outbox. Documents may be from different
 * moments.
 */
const saveMongo = (urls: StoreUrls, store: MongoStore, which: DataKind, files: BackupFiles) =>
  withMongo(urls[store], async (connection) => {
    const tallies: Record<string, Tally> = {};
    const names = choose(await listCollections(connection), MONGO_STORES[store].readModels, which);
    for (const name of names)
      tallies[name] = await write(files, mongoFile(store, name), readLines(connection, name));
    return countsOf(tallies);
  });

export const saveStores = async (urls: StoreUrls, files: BackupFiles): Promise<Manifest> => {
  const manifest: Manifest = { format: 1, takenAt: new Date().toISOString(), postgres: {}, mongodb: {} };
  for (const which of ['read models', 'owned'] as const) {
    for (const store of postgresStores) {
      const { migrations, counts, checksums } = await savePostgres(urls, store, which, files);
      const before = manifest.postgres[store];
      manifest.postgres[store] = {
        migrations,
        tables: { ...before?.tables, ...counts },
        checksums: { ...before?.checksums, ...checksums },
      };
    }
    for (const store of mongoStores) {
      const { counts, checksums } = await saveMongo(urls, store, which, files);
      const before = manifest.mongodb[store];
      manifest.mongodb[store] = {
        collections: { ...before?.collections, ...counts },
        checksums: { ...before?.checksums, ...checksums },
      };
    }
  }
  return manifest;
};

export const ensureEmpty = async (folder: string): Promise<void> => {
  const found = existsSync(folder) ? await readdir(folder).catch(() => ['a file']) : [];
  if (found.length > 0) throw new StartError(`${folder} is not empty; name a new folder for the backup.`);
};

export const backUp = async (servers: Servers, dataDir: string, folder: string): Promise<Manifest> => {
  await ensureEmpty(folder);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await copySettings(dataDir, unfinished);
    const manifest = await saveStores(urlsOf(servers), folderFiles(unfinished));
    await writeFile(join(unfinished, MANIFEST_FILE), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};
