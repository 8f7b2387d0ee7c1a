import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { connectMongo, migrateMongo } from '@qr-attendance/server/mongo';
import { freshDatabases } from '@qr-attendance/test-kit';
import pg from 'pg';

const log = createLogger('test', 'silent');
const REFUSAL = 'Created by a pre-release version. Delete .data or restore into a new folder.';
let fresh: Awaited<ReturnType<typeof freshDatabases>>;
let dir: string;
beforeAll(async () => {
  fresh = await freshDatabases();
  dir = await mkdtemp(join(tmpdir(), 'qr-baseline-'));
  await writeFile(join(dir, '100_baseline.sql'), 'CREATE TABLE things (id int);');
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await fresh.drop();
});

describe('a PostgreSQL database', () => {
  const inDatabase = async (sql: string) => {
    const client = new pg.Client({ connectionString: fresh.databases.events });
    await client.connect();
    return client.query<{ name: string }>(sql).finally(() => client.end());
  };
  const migrate = () => migratePostgres({ url: fresh.databases.events, dir, log });

  it('gets the baseline if it is empty, and later migrations after that', async () => {
    await migrate();
    await writeFile(join(dir, '101_next.sql'), 'CREATE TABLE more (id int);');
    await migrate();
    const { rows } = await inDatabase('SELECT name FROM migrations ORDER BY name');
    expect(rows.map(({ name }) => name)).toEqual(['100_baseline', '101_next']);
  });

  it('is rejected and stays unchanged if it has a pre-release schema', async () => {
    await inDatabase(`UPDATE migrations SET name = '001_marks' WHERE name = '100_baseline'`);
    await writeFile(join(dir, '102_last.sql'), 'CREATE TABLE last (id int);');
    await expect(migrate()).rejects.toThrow(REFUSAL);
    expect((await inDatabase(`SELECT to_regclass('last')::text AS name`)).rows).toEqual([{ name: null }]);
  });
});

describe('a MongoDB database', () => {
  const besides = (database: string) => {
    const url = new URL(database);
    url.pathname += '-baseline';
    return url.href;
  };
  it('gets the baseline if it is empty, and is recognized afterwards', async () => {
    const connection = await connectMongo(besides(fresh.databases.course));
    await Promise.all([1, 2, 3].map(() => migrateMongo(connection)));
    await connection.collection('courses').insertOne({ code: 'CS201' });
    await migrateMongo(connection);
    await connection.dropDatabase();
    await connection.close();
  });

  it('is rejected if a pre-release version filled it', async () => {
    const connection = await connectMongo(besides(fresh.databases.session));
    await connection.collection('sessions').insertOne({ active: false });
    await expect(migrateMongo(connection)).rejects.toThrow(REFUSAL);
    await connection.dropDatabase();
    await connection.close();
  });
});
