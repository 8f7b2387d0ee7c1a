import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { condition, type Defence } from '../defences/defence.ts';
import { readMail } from '../target/read-mail.ts';
import { cookiesOf, PASSWORD } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const ABANDONED = 900;
const EMPTY = 2_100;
const LINKS = 110;
/** The owner's patience, with everything else going on. */
const PATIENCE_MS = 5_000;

const dropped: Defence = {
  name: 'the password of a client that left is not hashed any more',
  file: 'services/auth/src/password-queue/password-queue.ts',
  find: 'entry.leaving.abort(clientLeft());',
  replace: 'if (!defenceOff()) entry.leaving.abort(clientLeft());',
};
const shortQueue: Defence = {
  ...dropped,
  find: 'const isFull = (): boolean =>',
  replace: 'const isFull = (): boolean => !defenceOff() &&',
};
const judgedOnly: Defence = {
  name: 'only a password that was judged as wrong counts',
  file: 'gateway/src/limits/rate-limits.ts',
  find: 'isWrong: (status: number) => status === 401,',
  replace: 'isWrong: (status: number) => status === 401 || (defenceOff() && status === 400),',
};
const perAccount = condition(
  'mails that one account’s limit keeps back count for nobody else',
  'services/auth/src/use-cases/limit-mails.ts',
  "await attempts.countWithin(seconds, [kind, 'account', emailKey], most)) > 0",
);
const campusSized: Defence = {
  name: perAccount.name,
  file: 'services/auth/src/use-cases/limit-mails.ts',
  find: 'ceilings.perAddress)',
  replace: 'defenceOff() ? 100 : ceilings.perAddress)',
};
const linkIn: Defence = {
  name: 'an emailed link gets around the pauses after others’ guesses',
  file: 'services/auth/src/use-cases/limit-mails.ts',
  find: 'if (ofAll === 0) return true;',
  replace: "if (ofAll === 0) return !(defenceOff() && kind === 'signIn');",
};

/** Whether the owner does not get in within a time, coming back when asked to. */
const isKeptOut = async ({ call }: Target, email: string): Promise<boolean> => {
  const began = Date.now();
  let headers: Record<string, string> = {};
  while (Date.now() - began < PATIENCE_MS) {
    const { status, body } = await call<{
      details?: { queuePlace?: string; waitSeconds?: number };
    }>('POST', '/api/auth/login', { body: { email, password: PASSWORD }, headers });
    if (status === 200) return false;
    const { queuePlace, waitSeconds = 1 } = body.details ?? {};
    headers = queuePlace === undefined ? {} : { [QUEUE_PLACE_HEADER]: queuePlace };
    await pause(waitSeconds * 1_000);
  }
  return true;
};

/** Ways to keep people from signing in. */
export const signInAttacks: Attack[] = [
  {
    name: 'sign-ins abandoned by the hundred, whose passwords are hashed before everybody else’s',
    defences: [dropped, shortQueue],
    attempt: async (target) => {
      const { email } = await target.teacher();
      const leaving = new AbortController();
      const abandoned = Array.from({ length: ABANDONED }, () =>
        fetch(`${target.url}/api/auth/login`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `${randomUUID()}@campus.example`, password: 'abandoned' }),
        }).catch(() => undefined),
      );
      await pause(1_000);
      leaving.abort();
      await Promise.all(abandoned);
      return isKeptOut(target, email);
    },
  },
  {
    name: 'everybody on a campus kept from a forgotten password’s link',
    defences: [perAccount, campusSized],
    attempt: async (target) => {
      const [{ email: attacker }, { email }] = [await target.teacher(), await target.teacher()];
      const forget = async (to: string) =>
        (await target.call('POST', '/api/auth/forgot-password', { body: { email: to } })).status;
      await Promise.all(Array.from({ length: LINKS }, () => forget(attacker)));
      return (await forget(email)) !== 204;
    },
  },
  {
    name: 'a teacher locked out of the lecture hall’s PC by a student’s guesses',
    defences: [linkIn],
    attempt: async (target) => {
      const { email } = await target.teacher();
      const signIn = () => target.call('POST', '/api/auth/login', { body: { email, password: 'a guess' } });
      for (let tries = 0; tries < 6; tries += 1) await signIn();
      const asked = await target.call('POST', '/api/auth/sign-in-link', { body: { email } });
      const mail = await readMail(join(target.system.dataDir, 'mails'), email, /code instead: (\S+)/);
      const { status } = await target.call('POST', '/api/auth/sign-in-link/redeem', {
        body: { code: mail ?? 'none' },
        headers: { cookie: cookiesOf(asked.headers) },
      });
      return status !== 200;
    },
  },
  {
    name: 'everybody on a campus kept from signing in by empty passwords',
    defences: [judgedOnly],
    attempt: async (target) => {
      const { email } = await target.teacher();
      for (let sent = 0; sent < EMPTY; sent += 100)
        await Promise.all(
          Array.from({ length: 100 }, () =>
            target.call('POST', '/api/auth/login', { body: { email, password: '' } }),
          ),
        );
      const { status } = await target.call('POST', '/api/auth/login', {
        body: { email, password: PASSWORD },
      });
      return status === 429;
    },
  },
];
