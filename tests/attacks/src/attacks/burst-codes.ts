import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BurstCodes, VerifiedScan } from '@qr-attendance/contracts';
import { createDevice, type TestDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { scanKey } from '../defenses/marking.ts';
import { sequenceOrder, sequenceSignature, codeSequence } from '../defenses/session.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

interface SeenCode {
  code: string;
  at: number;
}

export const recordCodes = async (
  { must }: Target,
  { teacher, session }: Lesson,
  codes: number,
): Promise<SeenCode[]> => {
  const path = `/api/sessions/${session._id}/burst-codes`;
  const burst = await must<BurstCodes>('GET', path, { token: teacher.token });
  const publishedAt = Date.now();
  const seen = burst.codes
    .slice(0, codes)
    .map(({ code, inMs }) => ({ code, at: publishedAt + Math.max(0, inMs) }));
  await pause((seen.at(-1)?.at ?? publishedAt) + 50 - Date.now());
  return seen;
};

export const signSequence = (seen: SeenCode[], { publicKey, headersFor }: TestDevice) => {
  const body = JSON.stringify({
    codes: seen.map(({ code, at }) => ({ code, agoMs: Math.max(0, Date.now() - at) })),
    nonce: randomUUID(),
    at: new Date().toISOString(),
    deviceKey: publicKey,
  });
  return { body, headers: headersFor(body) };
};
type SignedSequence = ReturnType<typeof signSequence>;

export const marksWith = async (
  { call, mark }: Target,
  student: Student,
  sent: SignedSequence,
  more: object = {},
): Promise<boolean> => {
  const { token } = student;
  const { status, body } = await call<VerifiedScan>('POST', '/api/sessions/scans/live', { token, ...sent });
  return status === 200 && (await mark(student, body.ticket, more)).status === 201;
};

const policy = { burstCodes: true };

export const burstCodeAttacks: Attack[] = [
  {
    name: 'a forwarded photo of one burst code',
    defenses: [codeSequence],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const [photo] = await recordCodes(target, running, 1);
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
    name: 'two forwarded photos of a burst code, sent as a sequence with invented times',
    defenses: [sequenceOrder],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const [first, second] = await recordCodes(target, running, 2);
      if (!first || !second) return false;
      const third = { ...second, at: second.at + 40 };
      return marksWith(target, absent, signSequence([first, second, third], absent.device));
    },
  },
  {
    name: 'a sequence of burst codes repeated by a different browser',
    defenses: [scanKey],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const sent = signSequence(await recordCodes(target, running, 3), createDevice());
      return marksWith(target, absent, sent);
    },
  },
  {
    name: 'a sequence of burst codes signed again by a different browser',
    defenses: [sequenceSignature],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const { body, headers } = signSequence(await recordCodes(target, running, 3), createDevice());
      const own = JSON.stringify({ ...JSON.parse(body), deviceKey: absent.device.publicKey });
      return marksWith(target, absent, { body: own, headers });
    },
  },
];
