import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { countAsVerified, PASSWORD, startServices, totpCodeOf } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import { recordAddress } from '../src/events/last-address.ts';
import { startWithoutGateway, type SystemWithoutGateway } from './support/system-without-gateway.ts';

const ADMIN = join(import.meta.dirname, '../src/commands/admin.ts');

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-admin-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const admin = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ADMIN, ...args],
    { reject: false, env: { DATA_DIR: dataDir, DATABASE_URL: undefined, PORT: undefined } },
  );
  const [, token = ''] = /\/reset-password#(\S+)/.exec(stdout) ?? [];
  return { exitCode, stdout, stderr, token };
};
const create = (email: string) => admin('create', '--email', email, '--name', 'Ada Lovelace');

const choosePassword = async (system: SystemWithoutGateway, token: string) => {
  const body = { token, password: PASSWORD };
  return (await system.campus.exchange('POST', '/api/auth/reset-password', { body })).status;
};
const signIn = (system: SystemWithoutGateway, email: string) =>
  system.campus.call(routes.auth.login, { body: { email, password: PASSWORD } });

describe('creating an administrator on the command line', () => {
  it('requires a system that was started before, and explains the usage', async () => {
    const nowhere = await create('ada@campus.example');
    expect(nowhere).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('start the system once') });
    expect(await admin('create')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/--email <address>' not specified[^]*Usage: npm run admin -- create/),
    });
  });

  it('works whether or not the system is running, and each link works once', async () => {
    const running = await startWithoutGateway(dataDir, ['auth']);
    try {
      const { exitCode, stdout, token } = await create('ada@campus.example');
      expect({ exitCode, stdout }).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('http://localhost:8080/reset-password#'),
      });
      expect(await choosePassword(running, token)).toBe(204);
      expect(await choosePassword(running, token)).toBe(400);
      const { token: access, user } = await signIn(running, 'ada@campus.example');
      expect(user.userType).toBe('ADMIN');
      expect(await running.campus.call(routes.auth.listPeople, { token: access })).toMatchObject([
        { email: 'ada@campus.example', suspendedAt: null },
      ]);
      expect(await create('ada@campus.example')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('already'),
      });
    } finally {
      await running.stop();
    }

    await recordAddress(dataDir, { address: 'https://192.168.1.20:9000', lan: undefined });
    const { token, stdout: printed } = await create('grace@campus.example');
    expect(printed).toContain('https://192.168.1.20:9000/reset-password#');
    const later = await startWithoutGateway(dataDir, ['auth']);
    try {
      expect(await choosePassword(later, token)).toBe(204);
      expect((await signIn(later, 'grace@campus.example')).user.userType).toBe('ADMIN');
    } finally {
      await later.stop();
    }
  });

  it('works with a database of any name, as in a cluster’s toolbox', async () => {
    const { databases, stop } = await startServices(['auth']);
    try {
      const env = {
        PATH: process.env['PATH'],
        AUTH_DATABASE_URL: databases.auth,
        PUBLIC_ORIGINS: 'https://attendance.campus.example',
      };
      const args = ['create', '--email', 'ada@campus.example', '--name', 'Ada Lovelace'];
      const { stdout, stderr } = await execa(process.execPath, [ADMIN, ...args], { env, extendEnv: false });
      expect({ stdout, stderr }).toEqual({
        stdout: expect.stringContaining('https://attendance.campus.example/reset-password#'),
        stderr: '',
      });
    } finally {
      await stop();
    }
  });

  it('resets the second factor of an account, with an entry in the audit log', async () => {
    const system = await startWithoutGateway(dataDir, ['auth']);
    try {
      const email = 'alan@campus.example';
      await choosePassword(system, (await create(email)).token);
      const { token } = await signIn(system, email);
      const { secret } = await system.campus.call(routes.auth.startSecondFactor, { token });
      const body = { code: totpCodeOf(secret) };
      await system.campus.call(routes.auth.activateSecondFactor, { token, body });
      const reset = () => admin('reset-second-factor', '--email', email);
      expect((await reset()).stdout).toContain(`${email} signs in without a second factor now`);
      expect((await reset()).stdout).toContain(`${email} has no second factor`);
      expect((await signIn(system, email)).user.email).toBe(email);
      const query = { action: 'reset_second_factor' } as const;
      expect(await system.campus.call(routes.auth.listAccountAudit, { token, query })).toMatchObject([
        { by: null },
      ]);
      expect(await admin('reset-second-factor', '--email', 'nobody@campus.example')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('No account has this email address.'),
      });
    } finally {
      await system.stop();
    }
  });

  it('rejects an account with another role', async () => {
    const system = await startWithoutGateway(dataDir, ['auth']);
    try {
      const email = 'teacher@campus.example';
      const { id } = await system.campus.register({ userType: 'TEACHER', email });
      // An administrator replaces an unverified account with the same address.
      await countAsVerified(system, id);
      expect(await create(email)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('not an administrator'),
      });
    } finally {
      await system.stop();
    }
  });
});
