import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureDatabase, providePostgres } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import pg from 'pg';
import { withPostgres } from '../src/backup/connect.ts';
import { holdClassOfTwo, listsOf } from './support/class.ts';
import { startWithoutGateway, type SystemWithoutGateway } from './support/system-without-gateway.ts';

/** The settings of the demo's identity provider, to which people are linked. */
const PROVIDER = '{"port":20123}';

const cli = (name: string) => join(import.meta.dirname, `../src/commands/${name}.ts`);

let home: string;
let dataDir: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'qr-backup-'));
  await chmod(home, 0o755);
  dataDir = join(home, 'data');
});
afterAll(() => rm(home, { recursive: true, force: true }));

const run = (command: string, ...args: string[]) => runWith({}, command, ...args);
const runWith = async (settings: Record<string, string>, command: string, ...args: string[]) => {
  const env = { DATA_DIR: dataDir, ...settings };
  const program = ['--disable-warning=ExperimentalWarning', cli(command), ...args];
  const { exitCode, stdout, stderr } = await execa(process.execPath, program, { reject: false, env });
  return { exitCode, said: `${stdout}${stderr}`.trim() };
};

/**
 * Backdates all entries by two days and kills the service, which at its restart adds entries from past days to the
 * tree of the audit log.
 */
const passOneNight = async ({ databases, kill }: SystemWithoutGateway) => {
  const client = new pg.Client({ connectionString: databases.attendance });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(`UPDATE audit_log SET written_at = now() - interval '2 days'`);
  kill('attendance');
  await eventually(async () => expect((await client.query('SELECT FROM history_roots')).rowCount).toBe(1));
  await client.end();
};

/** A restore raises versions, so they are excluded from the comparison. */
const withoutVersions = (lists: unknown): unknown =>
  JSON.parse(JSON.stringify(lists, (key, value: unknown) => (key === 'version' ? undefined : value)));

describe('a backup', () => {
  let before: Awaited<ReturnType<typeof listsOf>>;
  let email: string;
  const backup = () => join(home, 'backup');
  const files = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

  it('can be taken of a running system', async () => {
    const system = await startWithoutGateway(dataDir);
    try {
      const { teacher } = await holdClassOfTwo(system.campus);
      email = teacher.email;
      await eventually(async () => {
        before = await listsOf(system.campus, email);
        expect(before.marks).toHaveLength(2);
        expect(JSON.stringify(before.sessions)).toMatch(/"attendanceCount":2/);
      });
      await passOneNight(system);
      const start = execa(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', cli('start')]);
      await writeFile(join(dataDir, 'start.pid'), String(start.pid));
      await writeFile(join(dataDir, 'identity-provider.json'), PROVIDER);
      const { exitCode, said } = await run('backup', backup());
      expect({ exitCode, said }).toEqual({ exitCode: 0, said: expect.stringContaining('secrets.json') });
      expect((await run('restore', backup(), '--force')).said).toContain('already runs');
      start.kill();
      await start.catch(() => undefined);
      expect(await listsOf(system.campus, email)).toEqual(before);
    } finally {
      await system.stop();
      await rm(join(dataDir, 'start.pid'), { force: true });
    }
    expect((await stat(join(backup(), 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await files(backup())).toContain(join('postgres', 'attendance', 'scans.jsonl.gz'));
  });

  it('is written only to a new folder, and is not restored over existing data', async () => {
    expect(await run('backup', backup())).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('not empty'),
    });
    const { exitCode, said } = await run('restore', backup());
    expect({ exitCode, said }).toEqual({ exitCode: 1, said: expect.stringContaining('--force') });
  });

  const damage = async () => {
    const damaged = await mkdtemp(join(home, 'damaged-'));
    await execa('cp', ['-r', `${backup()}/.`, damaged]);
    const marks = join(damaged, 'postgres', 'attendance', 'scans.jsonl.gz');
    await truncate(marks, (await stat(marks)).size - 20);
    return damaged;
  };

  it('restores nothing if it is damaged', async () => {
    const damaged = await damage();
    const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    const { exitCode, said } = await run('restore', damaged, '--force');
    expect({ exitCode, said }).toEqual({ exitCode: 1, said: expect.stringContaining('damaged') });
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  });

  it('deletes nothing on an external server if it is damaged', async () => {
    const given = { given: undefined, dataDir: join(home, 'given'), password: 'given' };
    const server = await providePostgres(given);
    try {
      const url = await ensureDatabase(server.url, 'qr_auth');
      await withPostgres(url, (client) => client.query('CREATE TABLE kept ()'));
      const { exitCode, said } = await runWith(
        { DATABASE_URL: server.url },
        'restore',
        await damage(),
        '--force',
      );
      expect({ exitCode, said }).toEqual({ exitCode: 1, said: expect.stringContaining('damaged') });
      await withPostgres(url, (client) => client.query('SELECT FROM kept'));
    } finally {
      await server.stop();
    }
  });

  it('has the same content for a stopped system as for the running system', async () => {
    const second = join(home, 'second');
    expect(await run('backup', second)).toMatchObject({ exitCode: 0 });
    expect(await files(second)).toEqual(await files(backup()));
  });

  it.each([
    ['if everything was lost', async () => rm(dataDir, { recursive: true }), []],
    ['over other data, which is moved aside', async () => {}, ['--force']],
  ])('restores the same lists %s', async (_where, lose, args) => {
    await lose();
    const { exitCode, said } = await run('restore', backup(), ...args);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: expect.stringContaining('Restored') });
    expect((await readdir(dataDir)).some((name) => name.startsWith('replaced-'))).toBe(args.length > 0);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'identity-provider.json'), 'utf8')).toBe(PROVIDER);
    const system = await startWithoutGateway(dataDir);
    try {
      expect(withoutVersions(await listsOf(system.campus, email))).toEqual(withoutVersions(before));
      expect(await run('audit', 'verify')).toEqual({
        exitCode: 0,
        said: expect.stringMatching(/Compared with 1 roots.*Nothing was tampered with\.$/s),
      });
      await holdClassOfTwo(system.campus);
    } finally {
      await system.stop();
    }
  });
});
