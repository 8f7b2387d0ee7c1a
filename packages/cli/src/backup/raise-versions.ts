import { restoredVersion } from '@qr-attendance/contracts/events';
import { listCollections } from '@qr-attendance/server/mongo';
import pg from 'pg';
import { withMongo, inPostgresTransaction } from './connect.ts';
import {
  MONGO_STORES,
  mongoStores,
  POSTGRES_STORES,
  postgresStores,
  type MongoStore,
  type PostgresStore,
  type StoreUrls,
} from './contents.ts';

export type Store = PostgresStore | MongoStore;
export const stores: Store[] = [...postgresStores, ...mongoStores];

const OUTBOX = 'outbox';

const COLUMNS = ['version', 'security_version'];

const raisePostgres = (url: string, store: PostgresStore, version: number): Promise<void> =>
  inPostgresTransaction(url, 'BEGIN', async (client) => {
    const { readModels, versionParts } = POSTGRES_STORES[store];
    const { rows } = await client.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column
         FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
          AND column_name = ANY ($1) AND data_type IN ('integer', 'bigint') AND table_name <> ALL ($2)`,
      [COLUMNS, [OUTBOX, ...readModels, ...versionParts]],
    );
    for (const { table, column } of rows) {
      const name = pg.escapeIdentifier(column);
      await client.query(
        `UPDATE ${pg.escapeIdentifier(table)} SET ${name} = $1::integer WHERE ${name} < $1::integer`,
        [version],
      );
    }
    await client.query(
      `UPDATE ${OUTBOX} SET version = $1::integer, payload = jsonb_set(payload, '{version}', to_jsonb($1::integer))
        WHERE version < $1::integer`,
      [version],
    );
  });

const raiseMongo = (url: string, store: MongoStore, version: number): Promise<void> =>
  withMongo(url, async (connection) => {
    const own = (await listCollections(connection)).filter(
      (name) => !(MONGO_STORES[store].readModels as readonly string[]).includes(name),
    );
    for (const name of own) {
      const collection = connection.collection(name);
      await collection.updateMany({ version: { $lt: version } }, { $set: { version } });
      await collection.updateMany(
        { 'outbox.0.version': { $lt: version } },
        { $set: { 'outbox.0.version': version, 'outbox.0.payload.version': version } },
      );
    }
  });

/**
 * Raises the versions of everything that restored services own, including events in their outboxes, so
 * what they republish replaces newer copies. The services must not run.
 */
export const raiseVersions = async (
  urls: Partial<StoreUrls>,
  version = restoredVersion(new Date()),
): Promise<void> => {
  for (const store of postgresStores) {
    const url = urls[store];
    if (url !== undefined) await raisePostgres(url, store, version);
  }
  for (const store of mongoStores) {
    const url = urls[store];
    if (url !== undefined) await raiseMongo(url, store, version);
  }
};
