import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startTarget, type Target } from '../src/target/start-target.ts';
import { findSecrets, type Secrets } from './support/find-secrets.ts';
import { spendADay } from './support/spend-a-day.ts';

let webApp: string;
let target: Target;
let secrets: Secrets;
beforeAll(async () => {
  webApp = await mkdtemp(join(tmpdir(), 'qr-web-app-'));
  await writeFile(join(webApp, 'index.html'), '<!doctype html><title>QR Attendance System</title>');
  const pages = ['SHELL', 'TEACHER', 'STUDENT', 'ATTENDANCE'].map((name) => [`STATIC_${name}_DIR`, webApp]);
  target = await startTarget({
    env: { LOG_LEVEL: 'trace', ...(Object.fromEntries(pages) as Record<string, string>) },
    switchOff: async () => undefined,
  });
  secrets = await spendADay(target);
});
afterAll(async () => {
  await target.stop();
  await rm(webApp, { recursive: true, force: true });
});

describe('The logs of a full day with all kinds of activity', () => {
  it('include every call, even the last ones', async () => {
    await eventually(async () => {
      const text = await target.readLogs();
      for (const name of ['auth', 'course', 'session', 'attendance', 'gateway'])
        expect(text).toContain(`"service":"${name}"`);
      expect(text).toContain('"route":"/api/auth/erase-me"');
    });
  });

  it('contain no password, PIN, code, secret of an app, ticket, token, link, signature, selfie, location or key', async () => {
    expect(findSecrets(await target.readLogs(), secrets)).toEqual([]);
  });

  it('fail the check if a secret is logged', async () => {
    const logs = await target.readLogs();
    expect(secrets.size).toBeGreaterThan(30);
    for (const [name, secret] of secrets) {
      expect(secret.length).toBeGreaterThan(7);
      expect(findSecrets(`${logs}\n{"msg":"got ${secret}"}`, secrets)).toContain(name);
      const disguised = Buffer.from(secret).toString('base64');
      expect(findSecrets(`${logs}\n{"msg":"got ${disguised}"}`, secrets)).toContain(name);
    }
  });
});
