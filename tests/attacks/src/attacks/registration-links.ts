import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import { registrationLinkLimit } from '../defenses/auth-emails.ts';
import { linkConsumption, linkAddress, singleRegistration, linkHashes } from '../defenses/registration.ts';
import { PASSWORD, type Person } from '../target/people.ts';
import { readMail } from '../target/read-mail.ts';
import type { Target } from '../target/start-target.ts';

const OFTEN = 20;
const SEVERAL = 10;
const STOLEN_PASSWORD = 'the password of a stranger';

const mailsOf = ({ system }: Target): string => join(system.dataDir, 'mails');
const inAuth = async <T>({ system }: Target, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: system.databases.auth });
  await client.connect();
  return work(client).finally(() => client.end());
};

interface ListedStudent {
  teacher: Person;
  courseId: string;
  email: string;
}
const listSomebody = async (target: Target): Promise<ListedStudent> => {
  const { teacher, course } = await target.lesson();
  const email = `${randomUUID()}@campus.example`;
  await target.must('POST', `/api/courses/${course._id}/students`, {
    token: teacher.token,
    body: { lines: [{ person: email, name: 'Rosa Parks', email }], invite: true },
  });
  return { teacher, courseId: course._id, email };
};
const sendLinks = ({ must }: Target, { teacher, courseId }: ListedStudent) =>
  must<{ queued: number }>('POST', `/api/courses/${courseId}/students/invite`, {
    token: teacher.token,
    body: {},
  });
const linkTo = async (target: Target, email: string): Promise<string> => {
  const token = await readMail(mailsOf(target), email, /\/finish-registration#(\S+)/);
  if (token === undefined) throw new Error('no registration link arrived');
  return token;
};
const finish = ({ call }: Target, token: string, password: string) =>
  call('POST', '/api/auth/registration-link/finish', {
    body: { token, password, usn: 'U1', regNo: 'R1', department: 'Electronics', semester: 3 },
  });
const signsIn = async ({ call }: Target, email: string, password: string): Promise<boolean> =>
  (await call('POST', '/api/auth/login', { body: { email, password } })).status === 200;
/** Stores the link again, like a second link to the same person. */
const ADD_LINK = `
  INSERT INTO registration_links (hash, user_id, email, expires_at)
  SELECT $2, id, email, now() + interval '1 hour' FROM users WHERE email = $1`;

export const registrationLinkAttacks: Attack[] = [
  {
    name: 'an account taken over with a second registration link after the registration',
    defenses: [linkConsumption, singleRegistration],
    attempt: async (target) => {
      const { email } = await listSomebody(target);
      const token = await linkTo(target, email);
      const second = randomBytes(32).toString('base64url');
      const hash = createHash('sha256').update(second).digest('base64url');
      await inAuth(target, (client) => client.query(ADD_LINK, [email, hash]));
      if ((await finish(target, token, PASSWORD)).status !== 201) throw new Error('not registered');
      await finish(target, second, STOLEN_PASSWORD);
      return signsIn(target, email, STOLEN_PASSWORD);
    },
  },
  {
    name: 'a student on a roster registered by the owner of a mistyped address',
    defenses: [linkAddress],
    attempt: async (target) => {
      const { email } = await listSomebody(target);
      const token = await linkTo(target, email);
      const corrected = `corrected.${email}`;
      await inAuth(target, (client) =>
        client.query('UPDATE users SET email = $2, email_key = $2 WHERE email = $1', [email, corrected]),
      );
      return (await finish(target, token, STOLEN_PASSWORD)).status === 201;
    },
  },
  {
    name: 'a student on a roster registered by somebody who read the database',
    defenses: [linkHashes],
    attempt: async (target) => {
      const { email } = await listSomebody(target);
      await linkTo(target, email);
      const stored = await inAuth(target, async (client) => {
        const { rows } = await client.query<{ hash: string }>(
          'SELECT hash FROM registration_links WHERE email = $1',
          [email],
        );
        return rows[0]?.hash ?? '';
      });
      return (await finish(target, stored, STOLEN_PASSWORD)).status === 201;
    },
  },
  {
    name: 'a mailbox flooded with registration links by a teacher',
    defenses: [registrationLinkLimit],
    attempt: async (target) => {
      const listed = await listSomebody(target);
      let queued = 1;
      for (let n = 0; n < OFTEN; n += 1) queued += (await sendLinks(target, listed)).queued;
      return queued > SEVERAL;
    },
  },
];
