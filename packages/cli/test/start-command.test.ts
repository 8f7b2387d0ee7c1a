import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { freePort, loadOrCreateSecrets } from '@qr-attendance/stack';
import { testServers } from '@qr-attendance/test-kit';

const START = join(import.meta.dirname, '../src/commands/start.ts');

const start = async (env: Record<string, string>, args: string[] = []) => {
  const { exitCode, stderr } = await execa(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', START, ...args],
    { reject: false, env: { PORT: String(await freePort()), ...env } },
  );
  return { exitCode, lines: stderr.trim().split('\n') };
};

describe('a start fails with a one-sentence error', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qr-start-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { exitCode, lines } = await start({ PORT: String(port), DATA_DIR: folder });
    other.close();
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`Port ${port} is already taken`)]);
  });

  it('if the port is invalid', async () => {
    const { exitCode, lines } = await start({ PORT: 'eighty', DATA_DIR: folder });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('PORT is wrong')]);
  });

  it('if an argument is unknown', async () => {
    const { exitCode, lines } = await start({ DATA_DIR: folder }, ['--dmeo']);
    expect(exitCode).toBe(1);
    expect(lines[0]).toContain('--dmeo');
    expect(lines).toContain('(Did you mean --demo?)');
    expect(lines.join('\n')).toContain('--lan [host]');
  });

  it('if the demo is asked for together with a required second factor', async () => {
    const env = { DATA_DIR: folder, SECOND_FACTOR_REQUIRED: 'staff' };
    const { exitCode, lines } = await start(env, ['--demo']);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('SECOND_FACTOR_REQUIRED=staff does not go with --demo')]);
  });

  it('if npm consumed an option', async () => {
    const { exitCode, lines } = await start({ DATA_DIR: folder, npm_config_demo: 'true' });
    expect(exitCode).toBe(1);
    expect(lines).toEqual(['npm kept --demo for itself. Write -- before it: npm start -- --demo']);
  });

  it('if the data folder cannot be created', async () => {
    await writeFile(join(folder, 'file'), '');
    const { exitCode, lines } = await start({ DATA_DIR: join(folder, 'file', 'data') });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('cannot be created')]);
  });

  it('if the data folder is a file', async () => {
    const file = join(folder, 'data');
    await writeFile(file, '');
    const { exitCode, lines } = await start({ DATA_DIR: file });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('is not a folder')]);
  });

  it('if another system is using the data folder', async () => {
    const other = execa(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', START]);
    await writeFile(join(folder, 'start.pid'), String(other.pid));
    await writeFile(join(folder, 'running.json'), JSON.stringify({ ADDRESS: 'http://localhost:4711' }));
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { exitCode, lines } = await start({ DATA_DIR: folder, PORT: String(port) });
    taken.close();
    other.kill();
    await other.catch(() => undefined);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('already runs at http://localhost:4711')]);
  });

  it('if the secrets are damaged', async () => {
    await writeFile(join(folder, 'secrets.json'), '{');
    const { exitCode, lines } = await start({ DATA_DIR: folder });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('secrets')]);
  });

  it('if there is data but no secrets', async () => {
    await mkdir(join(folder, 'postgres'));
    const { exitCode, lines } = await start({ DATA_DIR: folder });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('lost its secrets.json')]);
  });

  it('if the databases named in the environment are unavailable', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const { exitCode, lines } = await start({
      DATA_DIR: folder,
      DATABASE_URL: `postgres://postgres:postgres@${nobody}/postgres`,
      MONGODB_URL: `mongodb://${nobody}`,
    });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('DATABASE_URL')]);
  });

  it('if the PostgreSQL folder is damaged', async () => {
    await loadOrCreateSecrets(folder);
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n');
    const { exitCode, lines } = await start({
      DATA_DIR: folder,
      MONGODB_URL: (await testServers()).mongoUrl,
    });
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('PostgreSQL')]);
  });
});

it.each([
  ['start', '--lan [host]'],
  ['dev', '--against <address>'],
  ['admin', 'create'],
  ['audit', 'consistency'],
  ['backup', '<folder>'],
  ['restore', '--force'],
  ['backups', 'rehearse'],
  ['campus', '--people <number>'],
  ['demo', 'remove'],
  ['events', 'dead-letters'],
])('npm run %s prints its usage with --help', async (command, part) => {
  const file = join(import.meta.dirname, '../src/commands', `${command}.ts`);
  const { exitCode, stdout } = await execa(process.execPath, [file, '--help'], { reject: false });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining(part) });
});
