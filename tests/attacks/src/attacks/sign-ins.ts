import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readMetrics } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { abandonedSignInRemoval, wrongAccountLimit } from '../defenses/auth.ts';
import { linkDuringPauses, accountEmailLimits } from '../defenses/auth-emails.ts';
import { passwordVerdicts, requestTurns } from '../defenses/gateway-limits.ts';
import { readMail } from '../target/read-mail.ts';
import { cookiesOf, PASSWORD } from '../target/people.ts';
import { GATEWAY_LIMITS, type Target } from '../target/start-target.ts';

const ABANDONED = 60;
const FOR_LEAVING_MS = 100;
const FOR_HASHING_MS = 3_000;
/** A password hash cannot be canceled when its client disconnects. */
const MAX_PENDING_HASHES = 4;
const LINKS = 110;
const AT_ONCE = 10;

const SPRAYED = 120;
/**
 * The number of requests that are processed before the address reaches its limit, including those in progress
 * then.
 */
const MAX_ANSWERED = 60;

const sendSignIn = (localAddress: string, url: string): ClientRequest => {
  const body = JSON.stringify({ email: `${randomUUID()}@campus.example`, password: 'Winter2026!' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = request(`${url}/api/auth/login`, { method: 'POST', localAddress, headers });
  sent.end(body);
  return sent;
};
const statusOf = (sent: ClientRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });

/** Many clients sign in and disconnect at once, each from a different address, so no limit applies. */
const abandonSignIns = async ({ url }: Target): Promise<void> => {
  const sent = Array.from({ length: ABANDONED }, (_none, n) =>
    sendSignIn(`127.0.45.${n + 1}`, url).on('error', () => {}),
  );
  await pause(200);
  for (const one of sent) one.destroy();
};

const countHashes = async ({ logFolder }: Target): Promise<number> => {
  const log = await readFile(join(logFolder, 'auth.log'), 'utf8');
  const port = /"port":(\d+),"msg":"metrics listening"/.exec(log)?.[1];
  const metrics = await readMetrics(`http://127.0.0.1:${port}/metrics`);
  return metrics.get('sign_in_queue_total{outcome="hashed"}') ?? 0;
};

export const signInAttacks: Attack[] = [
  {
    name: 'hundreds of abandoned sign-ins whose passwords are hashed',
    defenses: [abandonedSignInRemoval],
    attempt: async (target) => {
      await abandonSignIns(target);
      await pause(FOR_LEAVING_MS);
      const before = await countHashes(target);
      await pause(FOR_HASHING_MS);
      return (await countHashes(target)) - before > MAX_PENDING_HASHES;
    },
  },
  {
    name: 'password reset links blocked for everybody on a campus',
    defenses: [...accountEmailLimits],
    attempt: async (target) => {
      const [{ email: attacker }, { email }] = [await target.teacher(), await target.teacher()];
      const forget = async (to: string) =>
        (await target.call('POST', '/api/auth/forgot-password', { body: { email: to } })).status;
      for (let sent = 0; sent < LINKS; sent += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => forget(attacker)));
      return (await forget(email)) !== 204;
    },
  },
  {
    name: 'a teacher locked out of the lecture hall’s PC by a student’s guesses',
    defenses: [linkDuringPauses],
    attempt: async (target) => {
      const { email } = await target.teacher();
      const mails = join(target.system.dataDir, 'mails');
      const token = await readMail(mails, email, /\/verify-email#(\S+)/);
      await target.must('POST', '/api/auth/email-address/verify', {
        body: { token, password: PASSWORD },
      });
      const signIn = () => target.call('POST', '/api/auth/login', { body: { email, password: 'a guess' } });
      for (let tries = 0; tries < 6; tries += 1) await signIn();
      const answer = await target.call('POST', '/api/auth/sign-in-link', { body: { email } });
      const mail = await readMail(mails, email, /asked for it: (\S+)/);
      const { status } = await target.call('POST', '/api/auth/sign-in-link/redeem', {
        body: { code: mail ?? 'none' },
        headers: { cookie: cookiesOf(answer.headers) },
      });
      return status !== 200;
    },
  },
  {
    name: 'sign-ins of everybody on a campus blocked by empty passwords',
    defenses: [passwordVerdicts, requestTurns],
    attempt: async (target) => {
      const { email } = await target.teacher();
      for (let sent = 0; sent < GATEWAY_LIMITS.wrongPasswords * 1.1; sent += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            target.call('POST', '/api/auth/login', { body: { email, password: '' } }),
          ),
        );
      const { status } = await target.call('POST', '/api/auth/login', {
        body: { email, password: PASSWORD },
      });
      return status === 429;
    },
  },
  {
    name: 'one password tried with 120 accounts',
    defenses: [wrongAccountLimit],
    attempt: async ({ url }) => {
      const statuses: number[] = [];
      for (let tried = 0; tried < SPRAYED; tried += AT_ONCE)
        statuses.push(
          ...(await Promise.all(
            Array.from({ length: AT_ONCE }, () => statusOf(sendSignIn('127.0.0.9', url))),
          )),
        );
      return statuses.filter((status) => status === 401).length > MAX_ANSWERED;
    },
  },
];
