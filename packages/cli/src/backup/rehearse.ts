import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoredVersion } from '@qr-attendance/contracts/events';
import { readConfig } from '@qr-attendance/server';
import {
  chooseUrls,
  ensureDatabase,
  loadOrCreateSecrets,
  migrateServices,
  operatorEnvironment,
  publicOriginsOf,
  serviceNames,
  StartError,
  startServiceProcesses,
  waitUntil,
} from '@qr-attendance/stack';
import pg from 'pg';
import { accessSchema } from '../events/system-access.ts';
import { findDeadLetters, formatAsList } from '../events/dead-letters.ts';
import { replay } from '../events/replay.ts';
import { saveStores } from './back-up.ts';
import { databaseOf, withMongo, inPostgresTransaction, urlsOf } from './connect.ts';
import {
  MONGO_STORES,
  mongoStores,
  POSTGRES_STORES,
  postgresStores,
  type Manifest,
  type StoreUrls,
} from './contents.ts';
import type { BackupFiles } from './lines-file.ts';
import { loadStores } from './load.ts';
import { raiseVersions } from './raise-versions.ts';
import type { Servers } from './servers.ts';

const PREFIX = 'qr_rehearsal_';

const discardingFiles: BackupFiles = {
  write: async (_path, lines) => {
    for await (const _line of lines);
  },
  read: () => {
    throw new Error('nothing is kept');
  },
};

interface Records {
  counts: Record<string, number>;
  checksums: Record<string, string>;
}
const recordsOf = ({ postgres, mongodb }: Manifest): Record<string, Records> =>
  Object.fromEntries([
    ...Object.entries(postgres).map(([store, { tables, checksums }]) => [
      store,
      { counts: tables, checksums },
    ]),
    ...Object.entries(mongodb).map(([store, { collections, checksums }]) => [
      store,
      { counts: collections, checksums },
    ]),
  ]);

export const findDifferences = (backup: Manifest, restored: Manifest): string[] => {
  const restoredRecords = recordsOf(restored);
  return Object.entries(recordsOf(backup)).flatMap(([store, { counts, checksums }]) =>
    Object.entries(counts)
      .filter(
        ([name, count]) =>
          // An empty collection does not exist until its first document is inserted.
          (restoredRecords[store]?.counts[name] ?? 0) !== count ||
          (count > 0 && checksums[name] !== restoredRecords[store]?.checksums[name]),
      )
      .map(([name]) => `${store}.${name}`),
  );
};

const dropDatabases = async (scratch: Servers): Promise<void> => {
  const client = new pg.Client({ connectionString: scratch.postgresUrl });
  await client.connect();
  try {
    for (const store of [...postgresStores, 'events'] as const)
      await client.query(
        `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(databaseOf(scratch, store))} WITH (FORCE)`,
      );
  } finally {
    await client.end();
  }
  for (const store of mongoStores)
    await withMongo(urlsOf(scratch)[store], (connection) => connection.dropDatabase());
};

/** This number is added to the versions of the copies to make them seem newer than the originals. */
const LATER = 1_000;

const ageCopies = async (urls: StoreUrls): Promise<void> => {
  for (const store of postgresStores)
    await inPostgresTransaction(urls[store], 'BEGIN', async (client) => {
      for (const table of POSTGRES_STORES[store].readModels)
        await client.query(`UPDATE ${pg.escapeIdentifier(table)} SET version = version + ${LATER}`);
    });
  for (const store of mongoStores)
    await withMongo(urls[store], async (connection) => {
      for (const name of MONGO_STORES[store].readModels)
        await connection.collection(name).updateMany({}, { $inc: { version: LATER } });
    });
};

/** Returns the read models in which the replay replaced fewer records than the backup contains. */
const incomplete = async (urls: StoreUrls, backup: Manifest, version: number): Promise<string[]> => {
  const missing: string[] = [];
  for (const store of postgresStores)
    await inPostgresTransaction(urls[store], 'BEGIN READ ONLY', async (client) => {
      for (const table of POSTGRES_STORES[store].readModels) {
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${pg.escapeIdentifier(table)} WHERE version >= $1`,
          [version],
        );
        if ((rows[0]?.count ?? 0) < (backup.postgres[store]?.tables[table] ?? 0))
          missing.push(`${store}.${table}`);
      }
    });
  for (const store of mongoStores)
    await withMongo(urls[store], async (connection) => {
      for (const name of MONGO_STORES[store].readModels) {
        const count = await connection.collection(name).countDocuments({ version: { $gte: version } });
        if (count < (backup.mongodb[store]?.collections[name] ?? 0)) missing.push(`${store}.${name}`);
      }
    });
  return missing;
};

/**
 * Follows docs/operations/backup.md after a restore: raises versions, migrates, starts the services and
 * replays all events. Every copy must be replaced, even though the copies seem newer.
 */
const replayAll = async (
  scratch: Servers,
  backup: Manifest,
  { withinMs, report }: { withinMs: number; report: (line: string) => void },
): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-rehearsal-'));
  await mkdir(join(dataDir, 'logs'));
  const urls = urlsOf(scratch);
  const version = restoredVersion(new Date());
  const settings = {
    databases: { ...urls, events: await ensureDatabase(scratch.postgresUrl, databaseOf(scratch, 'events')) },
    urls: await chooseUrls(),
    // Nobody signs in during a rehearsal, so the secrets can differ from those of the backup. Emails that are due are
    // written to the scratch folder.
    secrets: await loadOrCreateSecrets(dataDir),
    publicOrigins: publicOriginsOf(8080),
    dataDir,
  };
  try {
    await ageCopies(urls);
    await raiseVersions(urls, version);
    await migrateServices(serviceNames, settings);
    const processes = await startServiceProcesses(serviceNames, settings);
    try {
      const access = readConfig(accessSchema, operatorEnvironment(settings));
      for (const service of serviceNames)
        await replay(access, service, (topic, aggregates) =>
          report(`${service}: ${topic} ${aggregates} republished`),
        );
      let missing: string[] = [];
      const ensureComplete = async () => {
        missing = await incomplete(urls, backup, version);
        if (missing.length > 0) throw new Error('not yet');
      };
      await waitUntil(ensureComplete, { withinMs }).catch(() => {
        throw new StartError(`A replay did not rebuild all of ${missing.join(', ')}.`);
      });
      const letters = await findDeadLetters(access, [...serviceNames]);
      if (letters.length > 0) throw new StartError(`The replay left dead letters:\n${formatAsList(letters)}`);
    } finally {
      await Promise.all(processes.map((process) => process.stop()));
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/**
 * Restores a backup into separate databases, compares every table and collection with the backup, and lets
 * the services rebuild their copies. Removes everything afterwards.
 */
export const rehearse = async ({
  servers,
  files,
  manifest,
  replayWithinMs,
  report,
}: {
  servers: Omit<Servers, 'databasePrefix'>;
  files: BackupFiles;
  manifest: Manifest;
  replayWithinMs: number;
  report: (line: string) => void;
}): Promise<void> => {
  const scratch = { ...servers, databasePrefix: PREFIX };
  await dropDatabases(scratch);
  try {
    for (const store of postgresStores) await ensureDatabase(scratch.postgresUrl, databaseOf(scratch, store));
    await loadStores(urlsOf(scratch), manifest, files);
    report('Restored; comparing.');
    const different = findDifferences(manifest, await saveStores(urlsOf(scratch), discardingFiles));
    if (different.length > 0)
      throw new StartError(`After the restore, ${different.join(', ')} differ from the backup.`);
    report('Every table and collection matches the backup.');
    if (replayWithinMs > 0) {
      await replayAll(scratch, manifest, { withinMs: replayWithinMs, report });
      report('The services run on it and rebuild their copies.');
    }
  } finally {
    await dropDatabases(scratch);
  }
};
