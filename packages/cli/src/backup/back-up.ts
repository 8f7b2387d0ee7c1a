import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listCollections, readLines } from '@qr-attendance/server/mongo';
import { StartError } from '@qr-attendance/stack';
import { inMongo, inPostgres, postgresUrlOf } from './connect.ts';
import {
  MANIFEST,
  MONGO_STORES,
  mongoStores,
  POSTGRES_STORES,
  postgresStores,
  SECRETS,
  type Counts,
  type Manifest,
  type MongoStore,
  type PostgresStore,
} from './contents.ts';
import { writeLinesFile } from './lines-file.ts';
import { listMigrations, listTables, readRows } from './postgres-rows.ts';
import type { Servers } from './servers.ts';

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
type Which = 'read models' | 'own';

/** Tables or collections of a store that are read models, or that are not. */
const choose = (names: string[], readModels: readonly string[], which: Which): string[] =>
  names.filter((name) => readModels.includes(name) === (which === 'read models'));

/** Each pass sees a database as it is at one moment. */
const savePostgres = (servers: Servers, store: PostgresStore, which: Which, folder: string) =>
  inPostgres(postgresUrlOf(servers, store), SNAPSHOT, async (client) => {
    const tables: Counts = {};
    for (const table of choose(await listTables(client), POSTGRES_STORES[store].readModels, which))
      tables[table] = await writeLinesFile(
        join(folder, 'postgres', store, `${table}.jsonl.gz`),
        readRows(client, table),
      );
    return { migrations: await listMigrations(client), tables };
  });

/** A document is whole, with the event that waits in it; other documents may be of a moment later. */
const saveMongo = (servers: Servers, store: MongoStore, which: Which, folder: string) =>
  inMongo(servers, store, async (connection) => {
    const collections: Counts = {};
    const names = choose(await listCollections(connection), MONGO_STORES[store].readModels, which);
    for (const name of names)
      collections[name] = await writeLinesFile(
        join(folder, 'mongodb', store, `${name}.jsonl.gz`),
        readLines(connection, name),
      );
    return { collections };
  });

const saveAll = async (servers: Servers, folder: string): Promise<Manifest> => {
  const manifest: Manifest = { format: 1, takenAt: new Date().toISOString(), postgres: {}, mongodb: {} };
  for (const which of ['read models', 'own'] as const) {
    for (const store of postgresStores) {
      const { migrations, tables } = await savePostgres(servers, store, which, folder);
      manifest.postgres[store] = { migrations, tables: { ...manifest.postgres[store]?.tables, ...tables } };
    }
    for (const store of mongoStores) {
      const { collections } = await saveMongo(servers, store, which, folder);
      manifest.mongodb[store] = { collections: { ...manifest.mongodb[store]?.collections, ...collections } };
    }
  }
  return manifest;
};

/** @throws StartError when the folder holds something already */
export const ensureEmpty = async (folder: string): Promise<void> => {
  const found = existsSync(folder) ? await readdir(folder).catch(() => ['a file']) : [];
  if (found.length > 0) throw new StartError(`${folder} is not empty; name a new folder for the backup.`);
};

/** Saves all data and the secrets to a folder, which then is a whole backup, or is not there at all. */
export const backUp = async (servers: Servers, dataDir: string, folder: string): Promise<Manifest> => {
  await ensureEmpty(folder);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await copyFile(join(dataDir, SECRETS), join(unfinished, SECRETS));
    await chmod(join(unfinished, SECRETS), 0o600);
    const manifest = await saveAll(servers, unfinished);
    await writeFile(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};
