import { setTimeout as pause } from 'node:timers/promises';
import { CODE_ALPHABET, CODE_LENGTH } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { bodySignature } from '../defenses/packages.ts';
import { codeExpiry, startCheck, scanBrowser, wrongCodeCounter } from '../defenses/session.ts';
import { CODE_GRACE_SECONDS, WRONG_CODES_PER_PERSON } from '../target/start-target.ts';

const randomCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[Math.floor(Math.random() * 32)]).join('');

export const codeAttacks: Attack[] = [
  {
    name: 'a forwarded photo of the code used after its expiry',
    defenses: [...codeExpiry],
    attempt: async ({ lesson, member, nextCode, verify }) => {
      const running = await lesson();
      const absent = await member(running);
      // The server does not replace a code that was issued moments ago, so the test waits before it requests
      // the next one.
      await pause(2_100);
      await nextCode(running);
      await pause((CODE_GRACE_SECONDS + 0.5) * 1_000);
      return (await verify(absent, running.session.qrCode)).status === 200;
    },
  },
  {
    name: 'a mark with a code that was seen before the class started',
    defenses: [startCheck],
    attempt: async ({ lesson, member, verify, mark }) => {
      const begins = Date.now() + 30_000;
      const running = await lesson({ startTime: new Date(begins).toISOString() });
      const passerBy = await member(running);
      const { status, body } = await verify(passerBy, running.session.qrCode);
      if (status !== 200) return false;
      await pause(begins + 1_000 - Date.now());
      return (await mark(passerBy, body.ticket)).status === 201;
    },
  },
  {
    name: 'unlimited guesses of codes',
    defenses: [wrongCodeCounter],
    attempt: async ({ student, verify }) => {
      const guesser = await student();
      const tries = Array.from({ length: 3 * WRONG_CODES_PER_PERSON }, () => verify(guesser, randomCode()));
      const answered = (await Promise.all(tries)).filter(({ status }) => status !== 429);
      return answered.length > WRONG_CODES_PER_PERSON;
    },
  },
  {
    name: 'a scan before the sign-in, redeemed by a different browser',
    defenses: [scanBrowser],
    attempt: async ({ lesson, member, scanBeforeSignIn, call }) => {
      const running = await lesson();
      const absent = await member(running);
      const scan = await scanBeforeSignIn(createDevice(), running.session.qrCode);
      const { token, device } = absent;
      const body = JSON.stringify({ scan, deviceKey: device.publicKey });
      const headers = device.headersFor(body);
      return (await call('POST', '/api/sessions/scans/redeem', { token, body, headers })).status === 200;
    },
  },
  {
    name: 'a scan before the sign-in, redeemed by a different browser that names the key of the first one',
    defenses: [bodySignature],
    attempt: async ({ lesson, member, scanBeforeSignIn, call }) => {
      const running = await lesson();
      const absent = await member(running);
      const scanner = createDevice();
      const deviceKey = scanner.publicKey;
      const scan = await scanBeforeSignIn(scanner, running.session.qrCode);
      const { token, device } = absent;
      const body = JSON.stringify({ scan, deviceKey });
      const headers = device.headersFor(body);
      return (await call('POST', '/api/sessions/scans/redeem', { token, body, headers })).status === 200;
    },
  },
];
