import { SCAN_PROOF_HEADER, type AnonymousScan, type VerifiedScan } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { scanKey, unsignedFlag, signedMarks } from '../defenses/marking.ts';
import { scanSignature } from '../defenses/packages.ts';
import { extraTimeTeacher, earlyScanSignature, signedScans } from '../defenses/session.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const marksFromAfar = async (
  { scanSigned, mark }: Target,
  absent: Student,
  running: Lesson,
): Promise<boolean> => {
  const ticket = await scanSigned(absent, running, createDevice());
  return (await mark(absent, ticket)).status === 201;
};

export const handedOnAttacks: Attack[] = [
  {
    name: 'a ticket forwarded to the same student’s phone elsewhere',
    defenses: [scanKey],
    attempt: async (target) => {
      const running = await target.lesson();
      return marksFromAfar(target, await target.member(running), running);
    },
  },
  {
    name: 'one scan before the sign-in for two accounts',
    defenses: [scanKey],
    attempt: async ({ lesson, member, scanBeforeSignIn, must, mark }) => {
      const running = await lesson();
      const shared = createDevice();
      const scan = await scanBeforeSignIn(shared, running.session.qrCode);
      const ticketFor = async ({ token }: Student) => {
        const body = JSON.stringify({ scan, deviceKey: shared.publicKey });
        const headers = shared.headersFor(body);
        return (await must<VerifiedScan>('POST', '/api/sessions/scans/redeem', { token, body, headers }))
          .ticket;
      };
      const [owner, friend] = [await member(running), await member(running)];
      await mark({ ...owner, device: shared }, await ticketFor(owner));
      const ticket = await ticketFor(friend);
      const tries = [{ ...friend, device: shared }, friend];
      for (const student of tries) if ((await mark(student, ticket)).status === 201) return true;
      return false;
    },
  },
  {
    name: 'a scan before the sign-in for a phone elsewhere, with only its public key',
    defenses: [earlyScanSignature],
    attempt: async ({ lesson, member, call, must, mark }) => {
      const running = await lesson({ policy: { allowUnsigned: false } });
      const absent = await member(running);
      const { token, device } = absent;
      const { status, body } = await call<AnonymousScan>('POST', '/api/sessions/scans', {
        body: { code: running.session.qrCode, deviceKey: device.publicKey },
      });
      if (status !== 201) return false;
      const redeemed = JSON.stringify({ scan: body.scan, deviceKey: device.publicKey });
      const { ticket } = await must<VerifiedScan>('POST', '/api/sessions/scans/redeem', {
        token,
        body: redeemed,
        headers: device.headersFor(redeemed),
      });
      return (await mark(absent, ticket)).status === 201;
    },
  },
  {
    name: 'a scan in the room on behalf of a phone elsewhere',
    defenses: [scanSignature],
    attempt: async ({ lesson, member, call, mark }) => {
      const running = await lesson();
      const absent = await member(running);
      const code = running.session.qrCode;
      const [text] = absent.device.scanHeaders(code)[SCAN_PROOF_HEADER]?.split('.') ?? [];
      const [, signature] = createDevice().scanHeaders(code)[SCAN_PROOF_HEADER]?.split('.') ?? [];
      const headers = { [SCAN_PROOF_HEADER]: `${text}.${signature}` };
      const { token } = absent;
      const path = `/api/sessions/verify/${code}`;
      const { body } = await call<Partial<VerifiedScan>>('GET', path, { token, headers });
      return body.ticket !== undefined && (await mark(absent, body.ticket)).status === 201;
    },
  },
  {
    name: 'a forwarded unsigned scan in a class that requires signatures',
    defenses: [signedScans, signedMarks],
    attempt: async ({ lesson, member, verify, mark }) => {
      const running = await lesson({ policy: { allowUnsigned: false } });
      const absent = await member(running);
      const { status, body } = await verify(absent, running.session.qrCode);
      return status === 200 && (await mark(absent, body.ticket)).status === 201;
    },
  },
  {
    name: 'a forwarded unsigned scan without a flag for the teacher',
    defenses: [unsignedFlag],
    attempt: async ({ lesson, member, scan, mark, flagsIn }) => {
      const running = await lesson();
      const absent = await member(running);
      const { status } = await mark(absent, await scan(absent, running));
      return status === 201 && !(await flagsIn(running)).get(absent.id)?.includes('unsigned');
    },
  },
  {
    name: 'extra time given by somebody else’s teacher',
    defenses: [extraTimeTeacher],
    attempt: async ({ lesson, member, teacher, call }) => {
      const running = await lesson();
      const friend = await member(running);
      const { token } = await teacher();
      const path = `/api/sessions/extra-time/${running.course._id}/${friend.id}`;
      return (await call('PUT', path, { token, body: { minutes: 30 } })).status === 200;
    },
  },
];
