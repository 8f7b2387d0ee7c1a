import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPeople } from '@qr-attendance/demo';
import { execa } from 'execa';
import { startWithoutGateway } from './support/system-without-gateway.ts';

const DEMO = join(import.meta.dirname, '../src/commands/demo.ts');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qr-demo-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const demo = (...args: string[]) =>
  execa(process.execPath, ['--disable-warning=ExperimentalWarning', DEMO, ...args], {
    reject: false,
    env: { DATA_DIR: dataDir, DATABASE_URL: undefined, MONGODB_URL: undefined },
  });
const [teacher] = createPeople().teachers;
const runWith = async (...emails: (string | undefined)[]) => {
  const system = await startWithoutGateway(dataDir, ['auth']);
  try {
    for (const email of emails) await system.campus.register({ ...teacher, email });
  } finally {
    await system.stop();
  }
};

describe('npm run demo -- remove', () => {
  it('removes a demo campus once', async () => {
    await runWith(teacher?.email);
    expect(await demo('remove')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('the next start is empty'),
    });
    for (const name of ['postgres', 'mongodb', 'secrets.json'])
      expect(existsSync(join(dataDir, name))).toBe(false);
    expect(await demo('remove')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no data'),
    });
  });

  it('removes nothing from a system without a demo campus', async () => {
    await runWith('ada@campus.example');
    expect(await demo('remove')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no demo campus'),
    });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  });

  it('sets aside what other people added, but only with --force', async () => {
    await runWith(teacher?.email, 'ada@campus.example');
    expect(await demo('remove')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('contains 1 person and what they did. Nothing was changed'),
    });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
    expect((await demo('remove', '--force')).exitCode).toBe(0);
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('replaced-')) ?? '';
    expect(await readdir(join(dataDir, aside))).toEqual(expect.arrayContaining(['postgres', 'secrets.json']));
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });
});
