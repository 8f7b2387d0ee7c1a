import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { MAX_LOG_BYTES } from '../src/log-file.ts';
import { supervise, type SupervisedProcess } from '../src/supervise.ts';

const MEGABYTE = 1024 * 1024;
let folder: string;
let supervised: SupervisedProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-supervise-'));
});
afterEach(async () => {
  await supervised?.stop();
  supervised = undefined;
  await rm(folder, { recursive: true, force: true });
});

const run = async (script: string) => {
  supervised = await supervise({
    name: 'talker',
    file: process.execPath,
    args: ['-e', script],
    cwd: folder,
    logFile: join(folder, 'logs', 'talker.log'),
  });
  return supervised;
};
const logs = async () => {
  const names = await readdir(join(folder, 'logs'));
  return Promise.all(names.map(async (name) => ({ name, ...(await stat(join(folder, 'logs', name))) })));
};
/** A program that prints this many megabytes to both outputs, confirms that, and keeps running. */
const talk = (megabytes: number) => `
  const line = 'x'.repeat(1023) + '\\n';
  const say = async (output) => {
    for (let n = 0; n < ${megabytes / 2} * 1024; n += 1)
      if (!output.write(line)) await new Promise((resolve) => output.once('drain', resolve));
  };
  setInterval(() => undefined, 1000);
  Promise.all([say(process.stdout), say(process.stderr)]).then(() => console.log('all said'));`;

describe('a supervised process', () => {
  it('keeps running whatever it prints, and its logs are rotated to a limited size', async () => {
    const process = await run(talk(130));
    const pid = process.pid();
    await eventually(async () =>
      expect(await readFile(join(folder, 'logs', 'talker.log'), 'utf8')).toContain('all said'),
    );
    expect(process.deaths()).toBe(0);
    expect(process.pid()).toBe(pid);
    const files = await logs();
    expect(files.map(({ name }) => name).sort()).toEqual([
      'talker.log',
      'talker.log.1',
      'talker.log.2',
      'talker.log.3',
    ]);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(MAX_LOG_BYTES / 2);
    expect(bytes).toBeLessThan(MAX_LOG_BYTES + MEGABYTE);
  });

  it('writes logs and files that only its owner can read', async () => {
    await run(
      `require('node:fs').writeFileSync('made.txt', 'x'); console.log('made'); setInterval(() => 0, 1000);`,
    );
    await eventually(async () => expect((await stat(join(folder, 'made.txt'))).mode & 0o777).toBe(0o600));
    const [log] = await logs();
    expect((log?.mode ?? 0) & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'logs'))).mode & 0o777).toBe(0o700);
  });

  it('keeps running even if its log cannot be written', async () => {
    const process = await run(`
      setInterval(() => console.log('x'.repeat(65536)), 1);
      setTimeout(() => require('node:fs').writeFileSync('still.txt', 'here'), 1500);`);
    await eventually(async () => expect((await logs()).length).toBeGreaterThan(0));
    await rm(join(folder, 'logs'), { recursive: true });
    await eventually(async () => expect(await readFile(join(folder, 'still.txt'), 'utf8')).toBe('here'));
    expect(process.deaths()).toBe(0);
  });

  it('reports an error once, without its stack, however often the process is restarted', async () => {
    const process = await run(`setTimeout(() => { throw new Error('the icon is missing'); }, 200);`);
    const errors: string[] = [];
    process.onNewError((error) => void errors.push(error));
    await eventually(() => expect(process.deaths()).toBeGreaterThan(1));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('Error: the icon is missing');
    expect(errors[0]).not.toMatch(/^ +at |Node\.js/m);
  });

  it('continues its log after a restart', async () => {
    const process = await run(`console.log('I am ' + process.pid); setInterval(() => 0, 1000);`);
    const said = async (times: number) =>
      expect((await readFile(join(folder, 'logs', 'talker.log'), 'utf8')).match(/I am/g)).toHaveLength(times);
    await eventually(() => said(1));
    globalThis.process.kill(process.pid() ?? 0, 'SIGKILL');
    await eventually(() => said(2));
  });
});
