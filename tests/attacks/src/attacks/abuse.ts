import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { browserSecret, tokenFamilyRevocation, passwordPauses } from '../defenses/auth.ts';
import { forwardedAddressRemoval } from '../defenses/gateway.ts';
import { signOut, suspension } from '../defenses/packages.ts';
import { createAdmin } from '../target/create-admin.ts';
import { cookiesOf, PASSWORD } from '../target/people.ts';

const WRONG_TRIES = 8;
const SPREAD_MS = 8_000;

const guess = async (
  email: string,
  signIn: (email: string, password: string) => Promise<number>,
): Promise<boolean> => {
  for (let tries = 0; tries < WRONG_TRIES; tries++) await signIn(email, `not the right one ${tries}`);
  return (await signIn(email, PASSWORD)) === 200;
};

const isRefusedSoon = async (ask: () => Promise<{ status: number }>): Promise<boolean> => {
  const began = Date.now();
  while (Date.now() - began < SPREAD_MS) {
    if ((await ask()).status === 401) return true;
    await pause(200);
  }
  return false;
};

export const abuseAttacks: Attack[] = [
  {
    name: 'a stolen refresh token used after its owner has renewed it',
    defenses: [tokenFamilyRevocation],
    attempt: async ({ teacher, call }) => {
      const { cookie: stolen } = await teacher();
      const refresh = async (cookie: string) => {
        const headers = { cookie, 'x-requested-with': 'qr-attendance' };
        const answer = await call('POST', '/api/auth/refresh', { headers });
        return { status: answer.status, next: cookiesOf(answer.headers) };
      };
      const { next } = await refresh(stolen);
      await refresh(next);
      return (await refresh(stolen)).status === 200;
    },
  },
  {
    name: 'a stolen refresh token used in another browser',
    defenses: [browserSecret],
    attempt: async ({ teacher, call }) => {
      const { cookie } = await teacher();
      const [stolen = ''] = cookie.split('; ');
      const headers = { cookie: stolen, 'x-requested-with': 'qr-attendance' };
      return (await call('POST', '/api/auth/refresh', { headers })).status === 200;
    },
  },
  {
    name: 'a copied access token after its owner has signed out everywhere',
    defenses: [signOut],
    attempt: async ({ teacher, call, must }) => {
      const { token, cookie } = await teacher();
      const headers = { cookie, 'x-requested-with': 'qr-attendance' };
      await must('POST', '/api/auth/sign-out-everywhere', { token, headers });
      return !(await isRefusedSoon(() => call('GET', '/api/courses', { token })));
    },
  },
  {
    name: 'a copied access token after its owner has changed the password',
    defenses: [signOut],
    attempt: async ({ teacher, call, must }) => {
      const { token } = await teacher();
      await must('POST', '/api/auth/change-password', {
        token,
        body: { currentPassword: PASSWORD, newPassword: 'a longer walk along the river' },
      });
      return !(await isRefusedSoon(() => call('GET', '/api/courses', { token })));
    },
  },
  {
    name: 'the token of a suspended user',
    // A suspension also ends every sign-in.
    defenses: [suspension, signOut],
    attempt: async (target) => {
      const { teacher, call, must, system } = target;
      const suspended = await teacher();
      const { token } = await createAdmin(system, target);
      await must('POST', `/api/auth/people/${suspended.id}/suspend`, {
        token,
        body: { reason: 'Signs in for friends.' },
      });
      return !(await isRefusedSoon(() => call('GET', '/api/courses', { token: suspended.token })));
    },
  },
  {
    name: 'guessed passwords',
    defenses: [passwordPauses],
    attempt: async ({ teacher, call }) => {
      const { email } = await teacher();
      return guess(email, async (to, password) => {
        const answer = await call('POST', '/api/auth/login', { body: { email: to, password } });
        return answer.status;
      });
    },
  },
  {
    name: 'passwords guessed from a new forged address each time (X-Forwarded-For)',
    defenses: [forwardedAddressRemoval],
    attempt: async ({ teacher, call }) => {
      const { email } = await teacher();
      let last = 0;
      return guess(email, async (to, password) => {
        const headers = { 'x-forwarded-for': `198.51.100.${(last += 1)}` };
        const answer = await call('POST', '/api/auth/login', { headers, body: { email: to, password } });
        return answer.status;
      });
    },
  },
  {
    name: 'a forged address of the campus’s network (X-Forwarded-For)',
    defenses: [forwardedAddressRemoval],
    attempt: async ({ lesson, student, enroll, scan, call }) => {
      const running = await lesson({ policy: { networks: ['203.0.113.0/24'] } });
      const absent = await student();
      await enroll(absent, running);
      const { token, device } = absent;
      const body = JSON.stringify({ ticket: await scan(absent, running), deviceKey: device.publicKey });
      const headers = { ...device.headersFor(body), 'x-forwarded-for': '203.0.113.7' };
      return (await call('POST', '/api/attendance', { token, body, headers })).status === 201;
    },
  },
];
