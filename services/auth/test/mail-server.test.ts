import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@qr-attendance/stack';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { startMailServer } from './support/mail-server.ts';

const readLogs = async (folder: string): Promise<string> => {
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
};

let port: number;
let services: TestServices;
let client: Client;
beforeAll(async () => {
  port = await freePort();
  services = await startServices(['auth'], {
    env: {
      auth: {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Attendance <attendance@campus.example>',
        MAIL_DIR: '',
      },
    },
  });
  client = createClient(services);
});
afterAll(() => services.stop());

it('an unavailable mail server delays no answer and loses no email', async () => {
  const { status, email } = await client.register();
  expect(status).toBe(201);
  await eventually(async () => expect(await readLogs(services.logDir)).toContain('mail not sent'));
  expect(await client.query('SELECT attempts FROM mails')).toEqual([{ attempts: 1 }]);

  const server = await startMailServer(port);
  try {
    await client.query('UPDATE mails SET due_at = now()');
    await services.restart('auth');
    await eventually(() => expect(server.received).toMatchObject([{ to: [email] }]), { withinMs: 40_000 });
    expect(server.received[0]?.message).toContain('From: Attendance <attendance@campus.example>');
    await eventually(async () => expect(await client.query('SELECT id FROM mails')).toEqual([]));
    expect(await readLogs(services.logDir)).not.toContain(email);
  } finally {
    await services.restart('auth');
    await server.stop();
  }
});
