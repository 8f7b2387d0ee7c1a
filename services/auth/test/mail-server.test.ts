import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noticesDue, type NoticesDue } from '@qr-attendance/contracts/events';
import { connectPostgresEventBus, createEvent } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { freePort } from '@qr-attendance/stack';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { startMailServer } from './support/mail-server.ts';

const DAILY_LIMIT = 10;

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

it('an unavailable mail server delays no response and loses no email', async () => {
  const { status, email } = await client.register();
  expect(status).toBe(201);
  await eventually(async () => expect(await readLogs(services.logDir)).toContain('mail not sent'));
  expect(await client.query('SELECT attempts FROM mails')).toEqual([{ attempts: 1 }]);

  const server = await startMailServer(port);
  try {
    await client.query('UPDATE mails SET due_at = now()');
    await services.restart('auth');
    await eventually(() => expect(server.received).toMatchObject([{ to: [email] }]));
    expect(server.received[0]?.message).toContain('From: Attendance <attendance@campus.example>');
    await eventually(async () => expect(await client.query('SELECT id FROM mails')).toEqual([]));
    expect(await readLogs(services.logDir)).not.toContain(email);
  } finally {
    await services.restart('auth');
    await server.stop();
  }
});

it('failed attempts do not count toward the daily limit of attendance emails', async () => {
  const bus = await connectPostgresEventBus({ url: services.busUrl, log: createLogger('test', 'silent') });
  const { id, email } = await client.register();
  await client.countAsVerified(email);
  const publish = async (notices: NoticesDue['notices']) => {
    const due: NoticesDue = {
      id: randomUUID(),
      kind: 'class_canceled',
      at: new Date().toISOString(),
      version: 1,
      notices,
      session: {
        id: '66f000000000000000005e01',
        courseName: 'Algorithms',
        courseCode: 'CS201',
        startTime: '2026-09-14T09:00:00.000Z',
        canceled: true,
      },
    };
    await bus.publish(createEvent(noticesDue, due.id, due));
  };
  const tryAgain = async () => {
    await client.query("UPDATE mails SET due_at = now() WHERE kind = 'notices'");
    // An event makes the service send emails at once.
    await publish([]);
  };
  const waiting = () => client.query("SELECT attempts FROM mails WHERE kind = 'notices'");
  let server: Awaited<ReturnType<typeof startMailServer>> | undefined;
  try {
    await publish([{ receiverId: id }]);
    for (let attempts = 1; attempts <= DAILY_LIMIT + 1; attempts += 1) {
      await eventually(async () => expect(await waiting()).toEqual([{ attempts }]));
      if (attempts <= DAILY_LIMIT) await tryAgain();
    }
    server = await startMailServer(port);
    await tryAgain();
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(server.received).toMatchObject([{ to: [email] }]);
  } finally {
    await bus.close();
    await services.restart('auth');
    await server?.stop();
  }
});
