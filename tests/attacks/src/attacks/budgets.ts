import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { budgetRefund, budgetOfValidToken } from '../defenses/gateway.ts';
import { rejectedTokens } from '../defenses/packages.ts';
import { cookiesOf, PASSWORD, type Student } from '../target/people.ts';
import { GATEWAY_LIMITS, type Target } from '../target/start-target.ts';
import { askFrom, sendRepeatedly } from '../target/ask-from.ts';

/** More scans than an account may send in a minute. */
const FLOOD = GATEWAY_LIMITS.client;
const AT_ONCE = 20;
/** A separate address, so that the attacker does not use up the owner's limits. */
const ATTACKER = '127.0.52.1';

const flood = ({ url }: Target, headers: Record<string, string>) =>
  sendRepeatedly(FLOOD, AT_ONCE, () =>
    askFrom(url, ATTACKER, { method: 'GET', path: '/api/sessions/verify/ABCD2345', headers }),
  );

const clientCookieOf = async ({ call }: Target, { token }: Pick<Student, 'token'>): Promise<string> =>
  cookiesOf((await call('GET', '/api/courses', { token })).headers);

export const budgetAttacks: Attack[] = [
  {
    name: 'an old cookie that uses up its owner’s scans',
    defenses: [budgetOfValidToken],
    attempt: async (target) => {
      const running = await target.lesson();
      const owner = await target.member(running);
      await flood(target, { cookie: await clientCookieOf(target, owner) });
      return (await target.verify(owner, running.session.qrCode)).status === 429;
    },
  },
  {
    name: 'a revoked token that uses up its owner’s scans',
    defenses: [rejectedTokens, budgetRefund],
    attempt: async (target) => {
      const running = await target.lesson();
      const { token, ...owner } = await target.member(running);
      await target.must('POST', '/api/auth/sign-out-everywhere', { token });
      // The token works until the session service receives the sign-out. Polls slowly, within the person's
      // budget.
      await eventually(async () => {
        await pause(500);
        if ((await target.call('GET', '/api/sessions', { token })).status !== 401) throw new Error('not yet');
      });
      await flood(target, { authorization: `Bearer ${token}` });
      const body = { email: owner.email, password: PASSWORD };
      const signedIn = await target.must<{ token: string }>('POST', '/api/auth/login', { body });
      const { status } = await target.verify({ ...owner, token: signedIn.token }, running.session.qrCode);
      return status === 429;
    },
  },
];
