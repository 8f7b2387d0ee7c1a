import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { courseChanged, noticesDue, type NoticesDue } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { connectPostgresEventBus, createEvent } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import PostalMime from 'postal-mime';
import { createClient, type Client } from './support/client.ts';
import { readMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
let bus: Awaited<ReturnType<typeof connectPostgresEventBus>>;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { LOG_LEVEL: 'info' } } });
  client = createClient(services);
  bus = await connectPostgresEventBus({ url: services.busUrl, log: createLogger('test', 'silent') });
});
afterAll(async () => {
  await bus.close();
  await services.stop();
});

const SESSION = {
  id: '66f000000000000000005e01',
  courseName: 'Algorithms',
  courseCode: 'CS201',
  startTime: '2026-09-14T09:00:00.000Z',
  canceled: false,
};
const noticesOf = (changes: Partial<NoticesDue>): NoticesDue => ({
  id: randomUUID(),
  kind: 'status_changed',
  at: new Date().toISOString(),
  session: SESSION,
  notices: [],
  version: 1,
  ...changes,
});
const publish = async (changes: Partial<NoticesDue>) => {
  const notices = noticesOf(changes);
  const event = createEvent(noticesDue, notices.id, notices);
  await bus.publish(event);
  return event;
};
const verified = async (form: Record<string, unknown> = {}) => {
  const registered = await client.register(form);
  await client.countAsVerified(registered.email);
  return registered;
};
const emailsTo = (email: string) => readMails(services.mailDir, email);
const arrive = (email: string, count: number) =>
  eventually(async () => expect(await emailsTo(email)).toHaveLength(count));
const correctionOf = (id: string, from: string | null = 'LATE', to: string | null = 'PRESENT') => ({
  receiverId: id,
  studentId: id,
  from,
  to,
});
const waitNoMore = (id: string) =>
  client.query("UPDATE mails SET due_at = now() WHERE user_id = $1 AND kind = 'notices'", [id]);
const waits = (id: string) =>
  client.query("SELECT id FROM mails WHERE user_id = $1 AND kind = 'notices'", [id]);

describe('an attendance email', () => {
  it('describes the change in the recipient’s language, once, however often its event is delivered', async () => {
    const student = await verified();
    await client.query("UPDATE users SET language = 'de' WHERE id = $1", [student.id]);
    const event = await publish({ notices: [correctionOf(student.id)] });
    await arrive(student.email, 1);
    await bus.publish(event);
    const other = await verified();
    await publish({ notices: [correctionOf(other.id)] });
    await arrive(other.email, 1);
    const [german] = await emailsTo(student.email);
    expect(german?.subject).toBe('QR-Anwesenheit: Ihre Anwesenheit wurde geändert');
    expect(german?.text).toContain('Algorithms (CS201)');
    expect(german?.text).toContain('von „verspätet“ auf „anwesend“ geändert');
    const [english] = await emailsTo(other.email);
    expect(english?.text).toContain('Your teacher changed your attendance from late to present.');
    await arrive(student.email, 1);
  });

  it('contains no foreign link, whoever typed part of its text', async () => {
    const person = await verified({ name: 'Mallory https://names.evil.example' });
    const courseName = 'Account locked, sign in at https://evil.example/now or www.evil.example';
    await publish({
      session: { ...SESSION, courseName, courseCode: 'help@evil.example' },
      notices: [correctionOf(person.id)],
    });
    await arrive(person.email, 1);
    const [email] = await emailsTo(person.email);
    expect(email?.text).toContain('Account locked, sign in at https: //evil. example/now or www.…');
    expect(email?.text).not.toMatch(/evil\.example|:\/\/evil|@evil/);
    expect(email?.text.match(/https?:\/\/\S+/g)?.length).toBeGreaterThan(0);
  });

  it('names the student to the teacher', async () => {
    const teacher = await verified({ userType: 'TEACHER', employeeId: 'E1', name: 'Ada' });
    const student = await verified({ name: 'Grace Hopper' });
    await publish({ kind: 'dispute', notices: [{ receiverId: teacher.id, studentId: student.id }] });
    await arrive(teacher.email, 1);
    expect((await emailsTo(teacher.email))[0]?.text).toContain(
      'Grace Hopper says that their attendance record is wrong.',
    );
  });

  it('notifies teachers once when they are added to a course, receive one or hand one over', async () => {
    const [previous, owner, added, former] = [
      await verified({ userType: 'TEACHER', employeeId: 'E0', name: 'Sofia' }),
      await verified({ userType: 'TEACHER', employeeId: 'E1', name: 'Ada' }),
      await verified({ userType: 'TEACHER', employeeId: 'E2', name: 'Mary' }),
      await verified({ userType: 'TEACHER', employeeId: 'E3', name: 'Emmy' }),
    ];
    const [now, longAgo] = [new Date().toISOString(), '2026-01-12T09:00:00.000Z'];
    const course = {
      ...samples.courseChanged,
      teacherId: owner.id,
      ownerSince: now,
      staff: [
        {
          userId: previous.id,
          role: 'co-teacher',
          addedBy: previous.id,
          addedAt: now,
        },
        {
          userId: added.id,
          role: 'assistant',
          addedBy: owner.id,
          addedAt: now,
        },
        {
          userId: former.id,
          role: 'auditor',
          addedBy: owner.id,
          addedAt: longAgo,
        },
      ],
    };
    for (const version of [2, 3])
      await bus.publish(createEvent(courseChanged, course.id, { ...course, version }));
    await arrive(owner.email, 1);
    await arrive(added.email, 1);
    await arrive(previous.email, 1);
    const [handedOver] = await emailsTo(owner.email);
    expect(handedOver?.text).toContain('This course was handed over to you.');
    const [assisting] = await emailsTo(added.email);
    expect(assisting?.subject).toBe('QR Attendance System: A change that concerns you');
    expect(assisting?.text).toContain('Ada added you to the staff of this course (assistant).');
    const [handedOn] = await emailsTo(previous.email);
    expect(handedOn?.text).toContain('This course was handed over to somebody else.');
    for (const { id } of [owner, added]) expect(await waits(id)).toEqual([]);
    expect(await emailsTo(former.email)).toEqual([]);
  });

  it('notifies a teacher of a session that ended automatically', async () => {
    const teacher = await verified({ userType: 'TEACHER', employeeId: 'E1', name: 'Ada' });
    await publish({ kind: 'session_ended', notices: [{ receiverId: teacher.id }] });
    await arrive(teacher.email, 1);
    const [email] = await emailsTo(teacher.email);
    expect(email?.subject).toBe('QR Attendance System: A session ended by itself');
    expect(email?.text).toContain('This session had no end time and ended by itself.');
  });

  it('lists all missing registers of a day in one email, unless the teacher switched it off', async () => {
    const [teacher, silent] = [
      await verified({ userType: 'TEACHER', employeeId: 'E2', name: 'Ada' }),
      await verified({ userType: 'TEACHER', employeeId: 'E3', name: 'Bob' }),
    ];
    await client.send('PUT', '/api/auth/notices/register_not_taken', {
      token: silent.token,
      body: { on: false },
    });
    const notices = [teacher, silent].map(({ id }) => ({ receiverId: id }));
    const other = { ...SESSION, id: '66f000000000000000005e03', courseName: 'Databases' };
    for (const session of [SESSION, other]) await publish({ kind: 'register_not_taken', session, notices });
    await eventually(async () =>
      expect(await client.query('SELECT FROM notices WHERE user_id = $1', [teacher.id])).toHaveLength(2),
    );
    expect(await emailsTo(teacher.email)).toEqual([]);
    await waitNoMore(teacher.id);
    await arrive(teacher.email, 1);
    const [email] = await emailsTo(teacher.email);
    expect(email?.subject).toBe('QR Attendance System: Registers not taken');
    expect(email?.text).toContain('Algorithms');
    expect(email?.text).toContain('Databases');
    expect(email?.text).toContain('Nobody took the register of this class');
    expect(await emailsTo(silent.email)).toEqual([]);
  });

  it('combines notices within 15 minutes of the previous email, and omits undone ones', async () => {
    const student = await verified();
    await publish({ kind: 'dispute_answered', notices: [{ receiverId: student.id, studentId: student.id }] });
    await arrive(student.email, 1);
    const other = { ...SESSION, id: '66f000000000000000005e02', courseName: 'Databases' };
    await publish({ notices: [correctionOf(student.id, 'LATE', 'PRESENT')] });
    await publish({ notices: [correctionOf(student.id, 'PRESENT', 'LATE')] });
    await publish({
      kind: 'class_canceled',
      session: { ...other, canceled: true },
      notices: [{ receiverId: student.id }],
    });
    await eventually(async () =>
      expect(
        await client.query('SELECT FROM notices WHERE user_id = $1 AND emailed_at IS NULL', [student.id]),
      ).toHaveLength(3),
    );
    expect(await waits(student.id)).toHaveLength(1);
    expect(await emailsTo(student.email)).toHaveLength(1);
    await waitNoMore(student.id);
    await arrive(student.email, 2);
    const { subject, text } = (await emailsTo(student.email))[1]!;
    expect(subject).toContain('A class was canceled');
    expect(text).toContain('Databases');
    expect(text).not.toContain('Algorithms');
    await eventually(async () => expect(await waits(student.id)).toEqual([]));
  });

  it('states in its subject whether a class is canceled or takes place after all', async () => {
    const [english, german, both] = [await verified(), await verified(), await verified()];
    await client.query("UPDATE users SET language = 'de' WHERE id = $1", [german.id]);
    await client.query(
      `INSERT INTO notices (event_id, number, user_id, kind, details) VALUES (gen_random_uuid(), 0, $1, 'class_canceled', $2)`,
      [both.id, JSON.stringify({ session: { ...SESSION, id: '66f000000000000000005e04', canceled: true } })],
    );
    const notices = [english, german, both].map(({ id }) => ({ receiverId: id }));
    await publish({ kind: 'class_canceled', notices });
    for (const [{ email }, subject] of [
      [english, 'QR Attendance System: A class takes place after all'],
      [german, 'QR-Anwesenheit: Eine Veranstaltung findet doch statt'],
      [both, 'QR Attendance System: Changes to your classes'],
    ] as const) {
      await arrive(email, 1);
      expect((await emailsTo(email))[0]?.subject).toBe(subject);
    }
  });

  it('is not sent to an unverified address, and no name is logged', async () => {
    const stranger = await client.register();
    const student = await verified();
    await publish({ notices: [correctionOf(stranger.id), correctionOf(student.id)] });
    await arrive(student.email, 1);
    expect(await emailsTo(stranger.email)).toEqual([]);
    expect(await client.query('SELECT FROM notices WHERE user_id = $1', [stranger.id])).toEqual([]);
    const files = await readdir(services.logDir);
    const log = (await Promise.all(files.map((file) => readFile(join(services.logDir, file), 'utf8')))).join(
      '',
    );
    expect(log).not.toContain(student.email);
    expect(log).not.toContain('Algorithms');
  });
});

describe('switching attendance emails off', () => {
  const kindsOf = async (token: string) => (await client.send('GET', '/api/auth/notices', { token })).body;
  const turn = (token: string, kind: string, on: boolean) =>
    client.send('PUT', `/api/auth/notices/${kind}`, { token, body: { on } });

  it('suppresses one kind, and accepts only kinds that the person can get', async () => {
    const student = await verified();
    expect(await turn(student.token, 'status_changed', false)).toMatchObject({
      status: 200,
      body: [
        { kind: 'status_changed', on: false },
        { kind: 'dispute_answered', on: true },
        { kind: 'class_canceled', on: true },
      ],
    });
    expect((await turn(student.token, 'dispute', false)).status).toBe(404);
    expect((await turn(student.token, 'everything', false)).status).toBe(400);
    await publish({ notices: [correctionOf(student.id)] });
    await publish({ kind: 'dispute_answered', notices: [{ receiverId: student.id, studentId: student.id }] });
    await arrive(student.email, 1);
    expect((await emailsTo(student.email))[0]?.subject).toContain('answered your report');
    await turn(student.token, 'status_changed', true);
    await turn(student.token, 'status_changed', true);
    expect(await kindsOf(student.token)).toContainEqual({ kind: 'status_changed', on: true });
  });

  it('needs one click in an email client, without a sign-in', async () => {
    const student = await verified();
    await publish({ notices: [correctionOf(student.id)] });
    await arrive(student.email, 1);
    const raw = await rawEmailTo(student.email);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const { headers } = await PostalMime.parse(raw);
    const link =
      /<([^>]+)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '';
    const url = services.urls.auth + new URL(link).pathname + new URL(link).search;

    // Programs that scan emails open links, which must change nothing.
    const opened = await fetch(url, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toContain('/unsubscribe#');
    expect(await kindsOf(student.token)).toContainEqual({ kind: 'status_changed', on: true });

    for (const [body, status] of [
      [url, 204],
      [`${url}x`, 400],
    ] as const) {
      const answer = await fetch(body, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(answer.status).toBe(status);
    }
    expect(await kindsOf(student.token)).toEqual([
      { kind: 'status_changed', on: false },
      { kind: 'dispute_answered', on: false },
      { kind: 'class_canceled', on: false },
    ]);
    await publish({ notices: [correctionOf(student.id)] });
    const last = await verified();
    await publish({ notices: [correctionOf(last.id)] });
    await arrive(last.email, 1);
    expect(await emailsTo(student.email)).toHaveLength(1);
    await turn(student.token, 'class_canceled', true);
    expect(await kindsOf(student.token)).toEqual([
      { kind: 'status_changed', on: false },
      { kind: 'dispute_answered', on: false },
      { kind: 'class_canceled', on: true },
    ]);
  });
});

const rawEmailTo = async (email: string): Promise<string> => {
  const files = (await readdir(services.mailDir)).filter((file) => file.endsWith('.eml'));
  const texts = await Promise.all(files.map((file) => readFile(join(services.mailDir, file), 'utf8')));
  return texts.find((text) => text.includes(email) && text.includes('List-Unsubscribe')) ?? '';
};

it('a notice is deleted after 20 days, and newer ones are kept', async () => {
  const [old, recent] = [await verified(), await verified()];
  const noticesLeft = ({ id }: { id: string }) =>
    client.query('SELECT FROM notices WHERE user_id = $1', [id]);
  for (const person of [old, recent]) {
    await publish({ notices: [correctionOf(person.id)] });
    await eventually(async () => expect(await noticesLeft(person)).toHaveLength(1));
  }
  await client.query("UPDATE notices SET created_at = now() - interval '21 days' WHERE user_id = $1", [
    old.id,
  ]);
  await services.restart('auth');
  await eventually(async () => expect(await noticesLeft(old)).toHaveLength(0));
  expect(await noticesLeft(recent)).toHaveLength(1);
});

it('a sign-in email never waits for emails to a large class', async () => {
  const { id, email } = await verified();
  await client.query(
    `WITH made AS (
       INSERT INTO users (id, name, email, email_key, user_type, password_hash)
       SELECT gen_random_uuid(), 'Many', 'many-' || n || '@campus.example', 'many-' || n || '@campus.example', 'STUDENT', ''
         FROM generate_series(1, 1500) AS n RETURNING id
     ), noticed AS (
       INSERT INTO notices (event_id, number, user_id, kind, details)
       SELECT gen_random_uuid(), 0, id, 'class_canceled', $1 FROM made
     )
     INSERT INTO mails (id, kind, user_id, due_at) SELECT gen_random_uuid(), 'notices', id, now() - interval '1 minute' FROM made`,
    [JSON.stringify({ receiverId: randomUUID(), session: { ...SESSION, canceled: true } })],
  );
  await client.send('POST', '/api/auth/sign-in-link', { body: { email } });
  await eventually(async () =>
    expect(await client.query('SELECT FROM sign_in_links WHERE user_id = $1', [id])).toHaveLength(1),
  );
  const left = await client.query("SELECT FROM mails WHERE kind = 'notices'");
  expect(left.length).toBeGreaterThan(0);
});
