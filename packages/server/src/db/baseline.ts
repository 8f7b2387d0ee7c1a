import { readdir } from 'node:fs/promises';
import type { Connection } from 'mongoose';
import type { Client } from 'pg';
import { StoreError } from './store-error.ts';

const refuse = (): never => {
  throw new StoreError('Created by a pre-release version. Delete .data or restore into a new folder.');
};

/**
 * The first migration of a folder is the schema of version 1.0.0. A database with other migrations was
 * created by a pre-release version.
 * @throws StoreError for such a database
 */
export const requirePostgresBaseline = async (client: Client, dir: string, table: string): Promise<void> => {
  const { rows: tables } = await client.query<{ name: string | null }>('SELECT to_regclass($1) AS name', [
    table,
  ]);
  if (tables[0]?.name === null) return;
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${client.escapeIdentifier(table)}`);
  const [first] = (await readdir(dir)).sort();
  const baseline = first?.replace(/\.\w+$/, '');
  if (rows.length > 0 && !rows.some(({ name }) => name === baseline)) refuse();
};

/** Backups include this collection, so the check also accepts a restored database. */
const MIGRATIONS = 'migrations';
const BASELINE = '1.0.0';

/**
 * Marks an empty MongoDB database as version 1.0.0.
 * @throws StoreError for a database with data and without that mark
 */
export const requireMongoBaseline = async (connection: Connection): Promise<void> => {
  const migrations = connection.collection<{ _id: string; at: Date }>(MIGRATIONS);
  const isMarked = async () => (await migrations.findOne({ _id: BASELINE })) !== null;
  if (await isMarked()) return;
  const names = (await connection.listCollections()).map(({ name }) => name);
  for (const name of names.filter((one) => one !== MIGRATIONS)) {
    if ((await connection.collection(name).findOne({})) === null) continue;
    if (!(await isMarked())) refuse();
  }
  await migrations.updateOne({ _id: BASELINE }, { $setOnInsert: { at: new Date() } }, { upsert: true });
};
