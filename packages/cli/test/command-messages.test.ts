import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@qr-attendance/stack';
import { execa } from 'execa';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-messages-'));
  await writeFile(join(folder, 'people.csv'), 'name\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (command: string, args: string[], env: Record<string, string> = {}) => {
  const file = join(import.meta.dirname, '../src/commands', `${command}.ts`);
  const { exitCode, stderr } = await execa(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, ...args],
    { reject: false, env: { DATA_DIR: join(folder, 'data'), INIT_CWD: folder, ...env } },
  );
  return { exitCode, stderr };
};

const CREATE = ['create', '--email', 'ada@campus.example'];
const IMPORT = ['--kind', 'people', '--address', 'http://127.0.0.1:9', '--email', 'ada@campus.example'];
const AN_ADDRESS = 'It takes an address, such as https://attendance.campus.example.';
const PASSWORD = { IMPORT_PASSWORD: 'correct horse battery' };

describe('a command explains', () => {
  it.each<[string, string, string[], string, Record<string, string>?]>([
    [
      'a name without quotes',
      'admin',
      [...CREATE, '--name', 'Ada', 'Lovelace'],
      'needs quotes: --name "Ada Lovelace"',
    ],
    [
      'it in another form',
      'admin',
      ['create', '--name=Ada', 'Lovelace', '--email', 'a@b.example'],
      '--name "Ada Lovelace"',
    ],
    ['a folder without quotes', 'backup', ['my', 'backup'], 'needs quotes: "my backup"'],
    ['an argument too many', 'start', ['demo'], 'too many arguments'],
    ['a mistyped command', 'admin', ['creat'], 'Did you mean create?'],
    ['a mistyped option', 'admin', [...CREATE, '--named', 'Ada'], 'Did you mean --name?'],
    [
      'a wrong email address',
      'admin',
      ['create', '--email', 'ada', '--name', 'Ada'],
      'It takes an email address',
    ],
    ['an empty name', 'admin', [...CREATE, '--name', ' '], 'It takes a name of 1 to 200'],
    ['a wrong origin', 'admin', [...CREATE, '--name', 'Ada', '--origin', 'campus'], AN_ADDRESS],
    [
      'options that npm kept',
      'admin',
      ['create'],
      '-- create --email=ada@campus.example --name="Ada Lovelace"',
      { npm_config_email: 'ada@campus.example', npm_config_name: 'Ada Lovelace' },
    ],
    ['a wrong system to check', 'audit', ['consistency', '--url', 'campus', '--roots', 'x'], AN_ADDRESS],
    ['a wrong system to develop against', 'dev', ['--against', 'campus'], AN_ADDRESS],
    [
      'a wrong port',
      'start',
      [],
      'PORT is wrong: "70000" (it takes a whole number from 1 to 65535).',
      { PORT: '70000' },
    ],
    ['data that is missing', 'backup', ['copy'], 'There is no data in'],
    ['a backup that is missing', 'restore', ['nowhere'], 'There is no folder'],
    ['a file that is missing', 'import', ['nobody.csv', ...IMPORT], 'There is no file', PASSWORD],
    ['a folder instead of a file', 'import', ['.', ...IMPORT], 'is a folder; name a CSV file', PASSWORD],
    [
      'an unknown service',
      'events',
      ['replay', 'sessions'],
      'Allowed choices are auth, course, session, attendance',
    ],
    [
      'a campus that is too small',
      'demo',
      ['campus', '--people', '3', '--seed', '1', '--out', 'x'],
      'It takes a whole number from',
    ],
  ])('%s', async (_what, command, args, sentence, env) => {
    const { exitCode, stderr } = await run(command, args, env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(sentence) });
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('an address where nothing answers', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const args = ['people.csv', '--kind', 'people', '--email', 'ada@campus.example', '--address', address];
    expect((await run('import', args, PASSWORD)).stderr).toContain(
      `No attendance system answers at ${address} (`,
    );
  });
});
