import { expect, it } from '@jest/globals';
import { connectMongo } from '@qr-attendance/server/mongo';
import { migratedDatabases, testTemplates } from '@qr-attendance/test-kit';
import pg from 'pg';

const schemaOf = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(
      `SELECT table_schema || '.' || table_name || '.' || column_name AS line FROM information_schema.columns
         WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
       UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       ORDER BY line`,
    );
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
};
const indexesOf = async (url: string): Promise<Record<string, unknown[]>> => {
  const connection = await connectMongo(url);
  try {
    const database = connection.getClient().db(new URL(url).pathname.slice(1));
    const indexesByCollection: Record<string, unknown[]> = {};
    for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
      const indexes = await database.collection(name).listIndexes().toArray();
      indexesByCollection[name] = indexes.map((index) => ({ ...index, ns: undefined }));
    }
    return indexesByCollection;
  } finally {
    await connection.close();
  }
};

it('the databases of a test suite have the same schema as migrated databases', async () => {
  const { databases: templates } = (await testTemplates())!;
  const own = (await migratedDatabases())!;
  try {
    for (const name of ['auth', 'attendance'] as const) {
      const wanted = await schemaOf(templates[name]);
      expect(wanted.length).toBeGreaterThan(10);
      expect(await schemaOf(own.databases[name])).toEqual(wanted);
    }
    for (const name of ['course', 'session'] as const) {
      const wanted = await indexesOf(templates[name]);
      expect(Object.values(wanted).flat().length).toBeGreaterThan(3);
      expect(await indexesOf(own.databases[name])).toEqual(wanted);
    }
    expect(own.databases.events).not.toBe(templates.events);
  } finally {
    await own.drop();
  }
});
