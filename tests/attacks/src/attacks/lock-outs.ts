import { CODE_ALPHABET, CODE_LENGTH } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { pathNormalization, proxyPathReading } from '../defenses/gateway.ts';
import { codeLimitPerPerson, codeVerdicts, requestTurns } from '../defenses/gateway-limits.ts';
import { askFrom, sendRepeatedly } from '../target/ask-from.ts';
import { PASSWORD } from '../target/people.ts';
import { GATEWAY_LIMITS, type Target } from '../target/start-target.ts';

const AT_ONCE = 20;
/** The sign-in queue does not accept this many sign-ins at once. */
const CROWD = 45;

let last = 0;
/** A new address for each attempt, because limits are per address. */
const nextAddress = () => `127.0.33.${(last += 1)}`;

const randomCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[Math.floor(Math.random() * 32)]).join('');
const scanOf = (code: string) => {
  const device = createDevice();
  const body = JSON.stringify({ code, deviceKey: device.publicKey });
  return { body, headers: device.headersFor(body) };
};
const scanWrongly = (
  { url }: Target,
  from: string,
  count: number,
  atOnce: number,
  path = '/api/sessions/scans',
) =>
  sendRepeatedly(count, atOnce, () => askFrom(url, from, { method: 'POST', path, ...scanOf(randomCode()) }));

export const lockOutAttacks: Attack[] = [
  {
    name: 'scans of a hall blocked by one laptop that spells paths differently',
    defenses: [proxyPathReading, codeVerdicts, codeLimitPerPerson, requestTurns],
    attempt: async (target) => {
      const { lesson, member, url } = target;
      const running = await lesson();
      const { token, device } = await member(running);
      const from = nextAddress();
      await sendRepeatedly(GATEWAY_LIMITS.wrongScans * 1.1, AT_ONCE, () =>
        askFrom(url, from, { method: 'GET', path: '/API/sessions/verify/x' }),
      );
      const code = running.session.qrCode;
      const headers = { authorization: `Bearer ${token}`, ...device.scanHeaders(code) };
      const path = `/api/sessions/verify/${code}`;
      return (await askFrom(url, from, { method: 'GET', path, headers })) !== 200;
    },
  },
  {
    name: 'scans of a hall without sign-ins blocked by one laptop’s wrong codes',
    defenses: [requestTurns],
    attempt: async (target) => {
      const running = await target.lesson();
      const from = nextAddress();
      await scanWrongly(target, from, GATEWAY_LIMITS.wrongScans * 1.1, AT_ONCE);
      const scan = { method: 'POST', path: '/api/sessions/scans', ...scanOf(running.session.qrCode) };
      return (await askFrom(target.url, from, scan)) !== 201;
    },
  },
  {
    name: 'a limit on wrong codes evaded by spelling the path differently',
    defenses: [pathNormalization],
    attempt: async (target) => {
      const from = nextAddress();
      const count = GATEWAY_LIMITS.wrongScans + 4 * CROWD;
      const statuses = await scanWrongly(target, from, count, CROWD, '/api/sessions/SCANS');
      return !statuses.includes(429);
    },
  },
  {
    name: 'sign-ins of unknown browsers blocked by malformed sign-ins and registrations',
    defenses: [requestTurns],
    attempt: async ({ teacher, url }) => {
      const { email } = await teacher();
      const from = nextAddress();
      const paths = ['/api/auth/login', '/api/auth/register'];
      await sendRepeatedly(GATEWAY_LIMITS.signIns * 1.05, AT_ONCE, (n) =>
        askFrom(url, from, { method: 'POST', path: paths[n % 2] ?? '', body: '{}' }),
      );
      const body = JSON.stringify({ email, password: PASSWORD });
      return (await askFrom(url, from, { method: 'POST', path: '/api/auth/login', body })) === 429;
    },
  },
];
