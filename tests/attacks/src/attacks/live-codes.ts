import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveCodes, VerifiedScan } from '@qr-attendance/contracts';
import { makeDevice, type TestDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { condition, type Defense } from '../defenses/defense.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { boundKey } from './handed-on.ts';

const severalCodes = condition(
  'one code is not enough where the wall shows a live code',
  'services/session/src/scanning/verify-code.ts',
  'session.policy.liveCodes',
);
const eachOnce: Defense = {
  name: 'a sequence has each code once, in the order of the wall',
  file: 'services/session/src/live/rules/judge-sequence.ts',
  find: 'place === 0 || window > (seen',
  replace: 'defenseOff() || place === 0 || window > (seen',
};
const ownSequence = condition(
  'a sequence counts for the key that signed it',
  'services/session/src/scanning/verify-sequence.ts',
  'deviceKey && !isSigned',
);

interface Seen {
  code: string;
  at: number;
}

/** Watches the wall of a live session for as long as so many codes take. */
const film = async ({ must }: Target, { teacher, session }: Lesson, codes: number): Promise<Seen[]> => {
  const path = `/api/sessions/${session._id}/live-codes`;
  const wall = await must<LiveCodes>('GET', path, { token: teacher.token });
  const toldAt = Date.now();
  const seen = wall.codes.slice(0, codes).map(({ code, inMs }) => ({ code, at: toldAt + Math.max(0, inMs) }));
  await pause((seen.at(-1)?.at ?? toldAt) + 50 - Date.now());
  return seen;
};

/** A sequence as the page of this browser sends it. */
const signSequence = (seen: Seen[], { publicKey, headersFor }: TestDevice) => {
  const body = JSON.stringify({
    codes: seen.map(({ code, at }) => ({ code, agoMs: Math.max(0, Date.now() - at) })),
    nonce: randomUUID(),
    at: new Date().toISOString(),
    deviceKey: publicKey,
  });
  return { body, headers: headersFor(body) };
};
type Signed = ReturnType<typeof signSequence>;

const marksWith = async ({ call, mark }: Target, student: Student, sent: Signed): Promise<boolean> => {
  const { token } = student;
  const { status, body } = await call<VerifiedScan>('POST', '/api/sessions/scans/live', { token, ...sent });
  return status === 200 && (await mark(student, body.ticket)).status === 201;
};

const policy = { liveCodes: true };

/** What is passed on of a wall that shows a live code. */
export const liveCodeAttacks: Attack[] = [
  {
    name: 'a photo of one live code sent on',
    defenses: [severalCodes],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const [photo] = await film(target, running, 1);
      const code = photo?.code ?? '';
      const { call, mark } = target;
      const { token, device } = absent;
      const headers = device.scanHeaders(code);
      const path = `/api/sessions/verify/${code}`;
      const { status, body } = await call<VerifiedScan>('GET', path, { token, headers });
      return status === 200 && (await mark(absent, body.ticket)).status === 201;
    },
  },
  {
    name: 'two photos of a live code sent on as a sequence, with invented times',
    defenses: [eachOnce],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const [first, second] = await film(target, running, 2);
      if (!first || !second) return false;
      const third = { ...second, at: second.at + 40 };
      return marksWith(target, absent, signSequence([first, second, third], absent.device));
    },
  },
  {
    name: 'another browser’s sequence of live codes sent again',
    defenses: [boundKey],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const sent = signSequence(await film(target, running, 3), makeDevice());
      return marksWith(target, absent, sent);
    },
  },
  {
    name: 'another browser’s sequence of live codes sent as one’s own',
    defenses: [ownSequence],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const { body, headers } = signSequence(await film(target, running, 3), makeDevice());
      const own = JSON.stringify({ ...JSON.parse(body), deviceKey: absent.device.publicKey });
      return marksWith(target, absent, { body: own, headers });
    },
  },
];
