import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectMongo } from '@qr-attendance/server/mongo';
import { provideMongo } from '../src/infrastructure/mongodb.ts';
import { loadOrCreateSecrets } from '../src/secrets.ts';

const UNAUTHORIZED = 13;

let dataDir: string;
const secretsFile = () => join(dataDir, 'secrets.json');
const start = async () => {
  const { mongoPassword: password } = await loadOrCreateSecrets(dataDir);
  return provideMongo({ given: undefined, dataDir, password });
};
const withDatabase = async <T>(url: string, use: (database: Database) => Promise<T>): Promise<T> => {
  const connection = await connectMongo(url);
  try {
    return await use(connection.getClient().db('kept'));
  } finally {
    await connection.close();
  }
};
type Client = ReturnType<Awaited<ReturnType<typeof connectMongo>>['getClient']>;
type Database = ReturnType<Client['db']>;
const readValues = (url: string) =>
  withDatabase(url, async (database) =>
    (await database.collection('marks').find().toArray()).map((mark) => mark['value'] as unknown),
  );
const insertValue = (url: string, value: number) =>
  withDatabase(url, (database) => database.collection('marks').insertOne({ value }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qr-mongodb-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the embedded MongoDB', () => {
  it('allows neither reads nor writes without the password in the data folder', async () => {
    const server = await start();
    try {
      await insertValue(server.url, 7);
      const { host, password } = new URL(server.url);
      await withDatabase(`mongodb://${host}`, async (database) => {
        const marks = database.collection('marks');
        const attempts = [
          () => marks.findOne(),
          () => marks.insertOne({ value: 8 }),
          () => marks.updateMany({}, { $set: { value: 9 } }),
          () => database.dropDatabase(),
          () => database.admin().listDatabases(),
          () => database.admin().command({ createUser: 'outsider', pwd: 'own', roles: ['root'] }),
        ];
        for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: UNAUTHORIZED });
      });
      await expect(readValues(server.url.replace(password, 'guessed'))).rejects.toThrow(
        'refuses the user name or the password',
      );
      expect(await readValues(server.url)).toEqual([7]);
      expect(await readFile(secretsFile(), 'utf8')).toContain(password);
      expect((await stat(secretsFile())).mode & 0o777).toBe(0o600);
    } finally {
      await server.stop();
    }
  });

  it('changes the password of existing data, and keeps the data', async () => {
    const first = await start();
    await insertValue(first.url, 7);
    await first.stop();
    const secrets = await loadOrCreateSecrets(dataDir);
    await writeFile(secretsFile(), JSON.stringify({ ...secrets, mongoPassword: 'another-password' }));

    const second = await start();
    try {
      expect(second.url).toContain('another-password');
      expect(await readValues(second.url)).toEqual([7]);
    } finally {
      await second.stop();
    }
  });
});
