import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopyObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateServices, serviceNames } from '@qr-attendance/stack';
import {
  createCampusClient,
  eventually,
  freshDatabases,
  startServices,
  testServers,
  type TestServices,
} from '@qr-attendance/test-kit';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { execa } from 'execa';
import pg from 'pg';
import type { Manifest } from '../src/backup/contents.ts';
import { findDifferences } from '../src/backup/rehearse.ts';
import { expiredBackups, nameOfBackup } from '../src/backup/bucket.ts';
import { holdClassOfTwo, listsOf } from './support/class.ts';
import { findObjectStorage, startObjectStorage } from './support/object-storage.ts';

const BACKUPS = join(import.meta.dirname, '../src/commands/backups.ts');

describe('expired backups', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 10, number, 2, 15));
  const names = [1, 2, 20, 21].map((number) => nameOfBackup(day(number)));

  it('are those older than the retention time', () => {
    expect(expiredBackups(names, 7, day(22))).toEqual(names.slice(0, 2));
    expect(expiredBackups(names, 60, day(22))).toEqual([]);
    expect(expiredBackups(names, undefined, day(22))).toEqual([]);
  });

  it('never include the newest backup or unrelated objects', () => {
    expect(expiredBackups(names, 1, new Date(Date.UTC(2030, 0)))).toEqual(names.slice(0, 3));
    expect(expiredBackups(['2020-readme', ...names], 60, day(22))).toEqual([]);
    expect(expiredBackups([...names, 'later'], 1, new Date(Date.UTC(2030, 0)))).toEqual(names.slice(0, 3));
  });
});

describe('a restored system', () => {
  const backup: Manifest = {
    format: 1,
    takenAt: '2026-11-24T02:15:00.000Z',
    postgres: { attendance: { migrations: [], tables: { marks: 2, selfies: 0 }, checksums: { marks: 'a' } } },
    mongodb: { course: { collections: { courses: 1, people: 0 }, checksums: { courses: 'b' } } },
  };
  const restored = (marks: number, sum: string, collections: Record<string, number>): Manifest => ({
    ...backup,
    postgres: {
      attendance: { migrations: [], tables: { marks, selfies: 0 }, checksums: { marks: sum, selfies: '0' } },
    },
    mongodb: { course: { collections, checksums: { courses: 'b' } } },
  });

  it('matches the backup if row counts and checksums are equal, even if an empty collection is missing', () => {
    expect(findDifferences(backup, restored(2, 'a', { courses: 1 }))).toEqual([]);
  });

  it.each([
    ['fewer rows', restored(1, 'a', { courses: 1 }), 'attendance.marks'],
    ['rows with other contents', restored(2, 'c', { courses: 1 }), 'attendance.marks'],
    ['a collection that is missing', restored(2, 'a', {}), 'course.courses'],
  ])('differs by %s', (_what, found, name) => {
    expect(findDifferences(backup, found)).toEqual([name]);
  });
});

const program = await findObjectStorage();
const title = 'backups in a bucket';
const describeWithStorage = program === undefined ? describe.skip : describe;

describeWithStorage(program ? title : `${title} (skipped: no Python here that could install moto)`, () => {
  let storage: Awaited<ReturnType<typeof startObjectStorage>>;
  let services: TestServices;
  let other: Awaited<ReturnType<typeof freshDatabases>>;
  let server: pg.Client;
  let identity: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    storage = await startObjectStorage(program ?? '');
    services = await startServices(serviceNames);
    other = await freshDatabases();
    identity = await generateIdentity();
    const { postgresUrl, mongoUrl } = await testServers();
    server = new pg.Client({ connectionString: postgresUrl });
    await server.connect();
    await server.query(`CREATE ROLE rehearsal LOGIN PASSWORD 'rehearsal' CREATEDB;
                        GRANT SET ON PARAMETER session_replication_role TO rehearsal`);
    settings = {
      ...storage.env,
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
      BACKUP_IDENTITIES: identity,
      SCRATCH_DATABASE_URL: Object.assign(new URL(postgresUrl), {
        username: 'rehearsal',
        password: 'rehearsal',
      }).href,
      SCRATCH_MONGODB_URL: mongoUrl,
    };
  });
  afterAll(async () => {
    await server?.query(
      'REVOKE SET ON PARAMETER session_replication_role FROM rehearsal; DROP ROLE rehearsal',
    );
    await server?.end();
    await services?.stop();
    await other?.drop();
    await storage?.stop();
  });

  const urlsOf = ({ auth, attendance, course, session }: TestServices['databases']) => ({
    AUTH_DATABASE_URL: auth,
    ATTENDANCE_DATABASE_URL: attendance,
    COURSE_MONGODB_URL: course,
    SESSION_MONGODB_URL: session,
  });
  const backups = async (args: string[], env: Record<string, string> = {}) => {
    const { exitCode, all } = await execa(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', BACKUPS, ...args],
      {
        env: { PATH: process.env['PATH'], ...settings, ...urlsOf(services.databases), ...env },
        extendEnv: false,
        reject: false,
        all: true,
      },
    );
    return { exitCode, said: all.trim() };
  };
  const list = async () => (await backups(['list'])).said.split('\n');
  const keysOf = async () => {
    const { Contents = [] } = await storage.client.send(new ListObjectsV2Command({ Bucket: storage.bucket }));
    return Contents.map(({ Key = '' }) => Key);
  };

  it('the command reports that there are no backups at first', async () => {
    expect(await backups(['list'])).toEqual({ exitCode: 0, said: 'There is no backup in the bucket.' });
    expect(await backups(['rehearse'])).toEqual({
      exitCode: 1,
      said: 'There is no backup in the bucket.',
    });
  });

  it('a running system can be backed up, and the backup cannot be read without the identity', async () => {
    const campus = createCampusClient(services.urls);
    const { teacher } = await holdClassOfTwo(campus);
    await eventually(async () =>
      expect(JSON.stringify((await listsOf(campus, teacher.email)).sessions)).toMatch(/"attendanceCount":2/),
    );
    const taken = await backups(['take', '--keep-days', '7']);
    expect(taken).toEqual({ exitCode: 0, said: expect.stringMatching(/^Saved \d\d+ records as 20\S+Z\.$/) });
    const [name] = await list();
    expect(taken.said).toContain(name);
    const keys = await keysOf();
    expect(keys).toContain(`qr-attendance/${name}/postgres/attendance/scans.jsonl.gz.age`);
    for (const Key of keys) {
      const { Body } = await storage.client.send(new GetObjectCommand({ Bucket: storage.bucket, Key }));
      expect(await Body?.transformToString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    }
    expect(await backups(['rehearse'], { BACKUP_IDENTITIES: await generateIdentity() })).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('no identity matched'),
    });
  });

  it('a rehearsal restores, compares and replays a backup, and then removes everything', async () => {
    const { exitCode, said } = await backups(['rehearse']);
    expect({ exitCode, said }).toEqual({
      exitCode: 0,
      said: expect.stringMatching(
        /Every table and collection matches the backup\.[^]*rebuild their copies\.$/,
      ),
    });
    const { rows } = await server.query(
      `SELECT datname FROM pg_database WHERE datname LIKE 'qr\\_rehearsal\\_%'`,
    );
    expect(rows).toEqual([]);
  });

  it('backups are restored into empty databases, and over data with force only', async () => {
    const otherUrls = urlsOf(other.databases);
    const [name = ''] = await list();
    const recordsOf = (said: string) => /(\d+) records/.exec(said)?.[1];
    const first = await backups(['restore', name, '--force'], otherUrls);
    expect(first).toEqual({ exitCode: 0, said: expect.stringMatching(/^Restored \d+ records/) });
    expect(await backups(['restore', 'latest'], otherUrls)).toEqual({
      exitCode: 1,
      said: expect.stringContaining('contain data already; --force replaces it'),
    });
    const client = new pg.Client({ connectionString: other.databases.attendance });
    await client.connect();
    await client.query('DELETE FROM scans');
    await client.end();
    expect(await backups(['restore', 'latest', '--force'], otherUrls)).toMatchObject({ exitCode: 0 });
    const again = await backups(['take'], { ...otherUrls, BACKUP_PREFIX: 'second' });
    expect(recordsOf(again.said)).toBe(recordsOf(first.said));
    const rehearsed = await backups(['rehearse', '--replay-minutes', '0'], { BACKUP_PREFIX: 'second' });
    expect(rehearsed).toMatchObject({ exitCode: 0 });
  });

  it('database owners can restore with a granted parameter, and then migrate and write', async () => {
    const { databases, drop } = await freshDatabases();
    const asOwner = (url: string) => Object.assign(new URL(url), { username: 'owner', password: 'owner' });
    const [auth, attendance] = [asOwner(databases.auth), asOwner(databases.attendance)];
    const owned = { ...databases, auth: auth.href, attendance: attendance.href };
    await server.query(`CREATE ROLE owner LOGIN PASSWORD 'owner'`);
    try {
      for (const { pathname } of [auth, attendance])
        await server.query(`ALTER DATABASE ${pg.escapeIdentifier(pathname.slice(1))} OWNER TO owner`);
      await server.query('GRANT SET ON PARAMETER session_replication_role TO owner');
      const identityFile = [
        '# created: 2026-11-24T02:15:00Z',
        `# public key: ${settings['BACKUP_RECIPIENTS']}`,
        identity,
        '',
      ].join('\n');
      const env = { ...urlsOf(owned), BACKUP_IDENTITIES: identityFile };
      for (const args of [[], ['--force']])
        expect(await backups(['restore', 'latest', ...args], env)).toEqual({
          exitCode: 0,
          said: expect.stringMatching(/^Restored \d+ records/),
        });
      await server.query('REVOKE SET ON PARAMETER session_replication_role FROM owner');
      const { urls, secrets, publicOrigins } = services;
      await migrateServices(['auth', 'attendance'], {
        databases: owned,
        urls,
        secrets,
        publicOrigins,
        dataDir: tmpdir(),
      });
      const client = new pg.Client({ connectionString: owned.attendance });
      await client.connect();
      expect((await client.query('DELETE FROM scans')).rowCount).toBe(2);
      await client.end();
    } finally {
      await drop();
      await server.query('DROP OWNED BY owner; DROP ROLE owner');
    }
  });

  it('damaged backups are reported and restore nothing', async () => {
    await backups(['take'], { BACKUP_PREFIX: 'damaged' });
    const keys = (await keysOf()).filter((key) => key.startsWith('damaged/'));
    const of = (end: string) => keys.find((key) => key.endsWith(end)) ?? '';
    await storage.client.send(
      new CopyObjectCommand({
        Bucket: storage.bucket,
        CopySource: `${storage.bucket}/${of('auth/users.jsonl.gz.age')}`,
        Key: of('attendance/scans.jsonl.gz.age'),
      }),
    );
    const damaged = { exitCode: 1, said: expect.stringContaining('scans.jsonl.gz of the backup is damaged') };
    expect(await backups(['rehearse'], { BACKUP_PREFIX: 'damaged' })).toMatchObject(damaged);
    const otherSettings = { ...urlsOf(other.databases), BACKUP_PREFIX: 'damaged' };
    expect(await backups(['restore', 'latest', '--force'], otherSettings)).toMatchObject(damaged);
    const client = new pg.Client({ connectionString: other.databases.attendance });
    await client.connect();
    expect((await client.query('SELECT FROM scans')).rowCount).toBe(2);
    await client.end();
  });

  it.each([
    [
      'an invalid recipient',
      ['take'],
      { BACKUP_RECIPIENTS: 'age1nobody' },
      'BACKUP_RECIPIENTS is not a valid age key',
    ],
    ['no recipient', ['take'], { BACKUP_RECIPIENTS: '' }, 'BACKUP_RECIPIENTS is empty'],
    ['a missing bucket', ['take'], { BACKUP_BUCKET: 'none' }, 'bucket'],
    ['an invalid URL', ['take'], { AUTH_DATABASE_URL: 'auth' }, 'AUTH_DATABASE_URL is wrong'],
    ['an invalid number of days', ['take', '--keep-days', 'many'], {}, 'many is not a whole number'],
    ['a missing backup', ['restore', '2020'], {}, 'There is no backup 2020'],
    ['nothing', [], {}, 'backups -- take'],
  ])('backups reject %s with a one-sentence error', async (_what, args, env, sentence) => {
    expect(await backups(args, env)).toEqual({ exitCode: 1, said: expect.stringContaining(sentence) });
  });
});
