import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Course } from '@qr-attendance/contracts';
import { countAsVerified } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import {
  dailyEmailLimit,
  linkInOtherBrowser,
  typedTextRemoval,
  foreignLinkRemoval,
  linkForVerifiedOnly,
} from '../defenses/auth-emails.ts';
import { PASSWORD } from '../target/people.ts';
import { countMails, readMail } from '../target/read-mail.ts';
import type { Target } from '../target/start-target.ts';

const ROUNDS = 3;
const MAX_EMAILS = 5;
const QUIET_MS = 1_500;

const registerFor = (target: Target, email: string, name = 'Mallory') =>
  target.must<{ token: string }>('POST', '/api/auth/register', {
    body: {
      name,
      email,
      password: PASSWORD,
      userType: 'STUDENT',
      usn: 'U1',
      regNo: 'R1',
      department: 'Electronics',
      semester: 3,
    },
  });
const mailsOf = ({ system }: Target): string => join(system.dataDir, 'mails');

const settle = async (folder: string): Promise<void> => {
  const count = async () => (await readdir(folder).catch(() => [])).length;
  let last = -1;
  for (let now = await count(); now !== last; now = await count()) {
    last = now;
    await pause(QUIET_MS);
  }
};

export const emailAttacks: Attack[] = [
  {
    name: 'a stranger’s mailbox flooded with emails about an account in their name',
    defenses: [dailyEmailLimit],
    attempt: async (target) => {
      const email = `${randomUUID()}@stranger.example`;
      const { token } = await registerFor(target, email);
      for (let round = 0; round < ROUNDS; round += 1) {
        await target.call('POST', '/api/auth/forgot-password', { body: { email } });
        await target.call('POST', '/api/auth/sign-in-link', { body: { email } });
        await target.call('POST', '/api/auth/email-address/link', { token });
      }
      await settle(mailsOf(target));
      return (await countMails(mailsOf(target), email)) > MAX_EMAILS;
    },
  },
  {
    name: 'an advertisement sent to a stranger as the name of an account',
    defenses: [typedTextRemoval],
    attempt: async (target) => {
      const email = `${randomUUID()}@stranger.example`;
      await registerFor(target, email, 'Cheap pills at http://pills.example');
      await target.call('POST', '/api/auth/forgot-password', { body: { email } });
      const greeting = await readMail(mailsOf(target), email, /^(Hello[^\n]*)[^]*reset-password#/);
      return greeting?.includes('pills') ?? false;
    },
  },
  {
    name: 'a link sent to a teacher by the system as the name of a course',
    defenses: [foreignLinkRemoval],
    attempt: async (target) => {
      const [mallory, victim] = [await target.teacher('Mallory'), await target.teacher('Vera Victim')];
      await countAsVerified(target.system, victim.id);
      const { _id } = await target.must<Course>('POST', '/api/courses', {
        token: mallory.token,
        body: { name: 'Sign in: http://evil.example', code: `A${randomUUID().slice(0, 8)}`, semester: 3 },
      });
      await target.must('POST', `/api/courses/${_id}/staff`, {
        token: mallory.token,
        body: { person: victim.email, role: 'auditor' },
      });
      const line = await readMail(mailsOf(target), victim.email, /(Sign in: [^\n]*)/);
      if (line === undefined) throw new Error('the teacher got no email');
      return line.includes('http://evil.example');
    },
  },
  {
    name: 'an account with a stranger’s address to which its creator keeps access after the stranger signs in by an emailed link',
    defenses: [linkForVerifiedOnly],
    attempt: async (target) => {
      const email = `${randomUUID()}@stranger.example`;
      await registerFor(target, email);
      await target.call('POST', '/api/auth/sign-in-link', { body: { email } });
      const link = await readMail(mailsOf(target), email, /\/((?:sign-in-link|reset-password)#\S+)/);
      const [page, token] = link?.split('#') ?? [];
      const path = page === 'sign-in-link' ? '/api/auth/sign-in-link/redeem' : '/api/auth/reset-password';
      const password = 'what the stranger chose';
      await target.must('POST', path, { body: { token, password } });
      const again = await target.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
      return again.status === 200;
    },
  },
  {
    name: 'an account with a stranger’s address to which its creator keeps access after the stranger opens the verification link',
    defenses: [linkInOtherBrowser],
    attempt: async (target) => {
      const email = `${randomUUID()}@stranger.example`;
      const { token } = await registerFor(target, email);
      const link = await readMail(mailsOf(target), email, /\/verify-email#(\S+)/);
      await target.call('POST', '/api/auth/email-address/verify', { body: { token: link } });
      const { verified } = await target.must<{ verified: boolean }>('GET', '/api/auth/email-address', {
        token,
      });
      return verified;
    },
  },
];
