import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noticesDue, type NoticesDue } from '@qr-attendance/contracts/events';
import { connectPostgresEventBus, createEvent } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { chooseUrls, freePort, startServiceProcesses, type SupervisedProcess } from '@qr-attendance/stack';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { startMailServer } from './support/mail-server.ts';

const TEACHERS = 8;
const COURSES = ['Algorithms', 'Databases', 'Networks'];

let services: TestServices;
let client: Client;
let replica: SupervisedProcess;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let bus: Awaited<ReturnType<typeof connectPostgresEventBus>>;
beforeAll(async () => {
  const port = await freePort();
  mailServer = await startMailServer(port);
  const env = {
    auth: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'attendance@campus.example', MAIL_DIR: '' },
  };
  services = await startServices(['auth'], { asProcesses: true, env });
  const { databases, secrets, publicOrigins, logDir, busUrl } = services;
  const settings = { databases, secrets, publicOrigins, dataDir: dirname(logDir), env };
  [replica] = (await startServiceProcesses(['auth'], { ...settings, urls: await chooseUrls() })) as [
    SupervisedProcess,
  ];
  client = createClient(services);
  bus = await connectPostgresEventBus({ url: busUrl, log: createLogger('test', 'silent') });
});
afterAll(async () => {
  await bus.close();
  await replica.stop();
  await services.stop();
  await mailServer.stop();
});

const newTeacher = async () => {
  const teacher = await client.register({ userType: 'TEACHER', employeeId: 'E1', name: 'Ada' });
  await client.countAsVerified(teacher.email);
  return teacher;
};
/** The registers of a day, as the attendance service publishes them after the day's end. */
const publishRegisters = async (teachers: { id: string }[]): Promise<void> => {
  for (const [index, courseName] of COURSES.entries()) {
    const notices: NoticesDue = {
      id: randomUUID(),
      kind: 'register_not_taken',
      at: new Date().toISOString(),
      version: 1,
      session: {
        id: `66f000000000000000005e0${index}`,
        courseName,
        courseCode: 'CS',
        startTime: '2026-09-14T09:00:00.000Z',
        canceled: false,
      },
      notices: teachers.map(({ id: receiverId }) => ({ receiverId })),
    };
    await bus.publish(createEvent(noticesDue, notices.id, notices));
  }
  const ids = teachers.map(({ id }) => id);
  await eventually(async () =>
    expect(await client.query('SELECT FROM notices WHERE user_id = ANY($1)', [ids])).toHaveLength(
      ids.length * COURSES.length,
    ),
  );
};
/** Skips the wait for further registers, or for another attempt. */
const waitNoMore = () => client.query("UPDATE mails SET due_at = now() WHERE kind = 'notices'");
const waiting = () => client.query("SELECT attempts FROM mails WHERE kind = 'notices'");
const emailsTo = (address: string) =>
  mailServer.received
    .filter(({ to, message }) => to.includes(address) && message.includes('Registers not taken'))
    // Quoted-printable encoding breaks long lines within words.
    .map(({ message }) => message.replaceAll('=\r\n', ''))
    .map((text) => COURSES.filter((course) => text.includes(course)));

it('two replicas send each teacher only one email about the registers of a day', async () => {
  const teachers: Awaited<ReturnType<typeof newTeacher>>[] = [];
  for (let count = 0; count < TEACHERS; count += 1) teachers.push(await newTeacher());
  await publishRegisters(teachers);
  await waitNoMore();
  await eventually(async () => expect(await waiting()).toEqual([]));
  for (const { email } of teachers) expect(emailsTo(email)).toEqual([COURSES]);
});

it('an email is sent once even if the replica that claimed it dies before sending', async () => {
  const teacher = await newTeacher();
  await publishRegisters([teacher]);
  const begun = mailServer.holdNext(teacher.email);
  await waitNoMore();
  await begun;
  expect(await waiting()).toEqual([{ attempts: 1 }]);
  services.kill('auth');
  process.kill(replica.pid() ?? 0, 'SIGKILL');
  expect(emailsTo(teacher.email)).toEqual([]);
  await waitNoMore();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(emailsTo(teacher.email)).toEqual([COURSES]);
});
