import { join } from 'node:path';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { writeLines } from '@qr-attendance/server/mongo';
import { ensureDatabase, StartError } from '@qr-attendance/stack';
import { databaseOf, inMongo, inPostgres, postgresUrlOf } from './connect.ts';
import {
  mongoStores,
  postgresStores,
  type Manifest,
  type MongoStore,
  type PostgresStore,
} from './contents.ts';
import { readLinesFile } from './lines-file.ts';
import { advanceSequences, clearTables, writeRows } from './postgres-rows.ts';
import { migrationsDir } from './read-backup.ts';
import type { Servers } from './servers.ts';

/** Reads a file of the backup. @throws StartError when it does not hold what the manifest says */
async function* linesOf(file: string, expected: number): AsyncGenerator<string> {
  let count = 0;
  try {
    for await (const line of readLinesFile(file)) {
      count += 1;
      yield line;
    }
  } catch {
    count = -1;
  }
  if (count !== expected) throw new StartError(`${file} is damaged; nothing was restored.`);
}

const loadPostgres = async (servers: Servers, store: PostgresStore, manifest: Manifest, folder: string) => {
  const { migrations, tables } = manifest.postgres[store] ?? { migrations: [], tables: {} };
  await ensureDatabase(servers.postgresUrl, databaseOf(servers, store));
  const url = postgresUrlOf(servers, store);
  const log = createLogger('restore', 'warn');
  await migratePostgres({ url, dir: migrationsDir(store), log, count: migrations.length });
  await inPostgres(url, 'BEGIN', async (client) => {
    // Rows come table by table, so references are not checked while they come.
    await client.query('SET LOCAL session_replication_role = replica');
    await clearTables(client, Object.keys(tables));
    for (const [table, count] of Object.entries(tables)) {
      const file = join(folder, 'postgres', store, `${table}.jsonl.gz`);
      await writeRows(client, table, linesOf(file, count));
      await advanceSequences(client, table);
    }
  });
};

const loadMongo = (servers: Servers, store: MongoStore, manifest: Manifest, folder: string) =>
  inMongo(servers, store, async (connection) => {
    for (const [name, count] of Object.entries(manifest.mongodb[store]?.collections ?? {}))
      await writeLines(connection, name, linesOf(join(folder, 'mongodb', store, `${name}.jsonl.gz`), count));
  });

/** Writes a backup into empty servers. The bus starts empty: what was under way in it is told again by a replay. */
export const loadBackup = async (servers: Servers, manifest: Manifest, folder: string): Promise<void> => {
  for (const store of postgresStores) await loadPostgres(servers, store, manifest, folder);
  for (const store of mongoStores) await loadMongo(servers, store, manifest, folder);
};
