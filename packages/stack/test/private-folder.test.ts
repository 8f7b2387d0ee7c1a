import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, testServers } from '@qr-attendance/test-kit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { freePort } from '../src/free-port.ts';
import { startSystem } from '../src/system/start-system.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openToOthers = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = [root, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  const modes = await Promise.all(
    paths.map(async (path) => {
      const mode = await stat(path).then(
        (one) => one.mode,
        () => 0,
      );
      return (mode & 0o077) === 0 ? [] : [path];
    }),
  );
  return modes.flat();
};

it('a data folder is private to its owner, even if an earlier release made it public', async () => {
  const dataDir = join(folder, 'data');
  for (const name of ['logs', 'mails', 'mongodb']) {
    await mkdir(join(dataDir, name), { recursive: true });
    await chmod(join(dataDir, name), 0o755);
  }
  await chmod(dataDir, 0o755);
  await writeFile(join(dataDir, 'logs', 'auth.log'), 'from before\n', { mode: 0o644 });
  await writeFile(join(dataDir, 'mails', 'before.eml'), 'Subject: a link\n', { mode: 0o644 });
  const { mongoUrl } = await testServers();
  const shellUrl = 'http://127.0.0.1:1';
  const databasePrefix = `t${randomBytes(5).toString('hex')}_`;
  const system = await startSystem({
    dataDir,
    port: await freePort(),
    mongoUrl,
    databasePrefix,
    shellUrl,
  });
  try {
    const post = (path: string, body: object) =>
      system.ask(`${system.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        timeoutMs: 20_000,
        body: JSON.stringify(body),
      });
    const email = 'ada@campus.example';
    const work = { employeeId: 'E-1', department: 'Computer Science' };
    const ada = { name: 'Ada', email, password: 'correct horse battery', userType: 'TEACHER', ...work };
    expect((await post('/api/auth/register', ada)).status).toBe(201);
    expect((await post('/api/auth/forgot-password', { email })).status).toBeLessThan(300);
    await eventually(async () => expect((await readdir(join(dataDir, 'mails'))).length).toBeGreaterThan(1));
    expect(await openToOthers(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['logs', 'mails', 'postgres']));
  } finally {
    await system.stop();
  }
});
