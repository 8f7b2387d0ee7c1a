import { SCAN_PROOF_HEADER, type AnonymousScan, type VerifiedScan } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { condition } from '../defenses/defense.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

export const boundKey: Defense = {
  name: 'a mark is signed by the browser that scanned',
  file: 'services/attendance/src/features/marking/ticket.ts',
  find: 'cnf === undefined || device',
  replace: 'defenseOff() || cnf === undefined || device',
};
const provenScan: Defense = {
  name: 'a scan counts for the key that signed it',
  file: 'packages/server/src/identity/device-signature.ts',
  find: 'return isSignatureOf(Buffer.from(text), signature, proof.deviceKey) ?',
  replace: 'return defenseOff() || isSignatureOf(Buffer.from(text), signature, proof.deviceKey) ?',
};
const signedScans = condition(
  'a scan that nobody signed is refused where the class wants signatures',
  'services/session/src/features/scanning/issue-ticket.ts',
  '!scanner && session.policy.allowUnsigned === false',
);
const signedMarks = condition(
  'and so is its mark',
  'services/attendance/src/features/marking/rules/judge-mark.ts',
  "session.policy.allowUnsigned === false && flags.includes('unsigned')",
);
const signedBeforeSignIn: Defense = {
  name: 'a scan before the sign-in is signed by the key that it names',
  file: 'services/session/src/features/scanning/routes.ts',
  find: 'if (request.get(DEVICE_SIGNATURE_HEADER) === undefined) throw signInFirst();',
  replace:
    'if (request.get(DEVICE_SIGNATURE_HEADER) === undefined) {\n      if (defenseOff()) return scanAnonymously(context, body.code, body.deviceKey);\n      throw signInFirst();\n    }',
};
const flaggedUnsigned: Defense = {
  name: 'what nobody signed is flagged',
  file: 'services/attendance/src/features/marking/ticket.ts',
  find: "(unsigned || !device ? (['unsigned'] as const) : [])",
  replace: "(!defenseOff() && (unsigned || !device) ? (['unsigned'] as const) : [])",
};
const ownCourse: Defense = {
  name: 'extra time is given by the course’s own teacher',
  file: 'services/session/src/features/extra-time/manage-extra-time.ts',
  find: 'await context.staffAccess.requireOnCourse(',
  replace: 'if (!defenseOff()) await context.staffAccess.requireOnCourse(',
};

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
    name: 'a ticket handed on to the same student’s phone elsewhere',
    defenses: [boundKey],
    attempt: async (target) => {
      const running = await target.lesson();
      return marksFromAfar(target, await target.member(running), running);
    },
  },
  {
    name: 'one scan before the sign-in for two accounts',
    defenses: [boundKey],
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
      const [one, other] = [await member(running), await member(running)];
      await mark({ ...one, device: shared }, await ticketFor(one));
      const ticket = await ticketFor(other);
      const tries = [{ ...other, device: shared }, other];
      for (const student of tries) if ((await mark(student, ticket)).status === 201) return true;
      return false;
    },
  },
  {
    name: 'a scan before the sign-in for a phone elsewhere, by its public key alone',
    defenses: [signedBeforeSignIn],
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
    name: 'a scan in the room in the name of a phone elsewhere',
    defenses: [provenScan],
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
    name: 'a scan that nobody signed, handed on, in a class that wants signatures',
    defenses: [signedScans, signedMarks],
    attempt: async ({ lesson, member, verify, mark }) => {
      const running = await lesson({ policy: { allowUnsigned: false } });
      const absent = await member(running);
      const { status, body } = await verify(absent, running.session.qrCode);
      return status === 200 && (await mark(absent, body.ticket)).status === 201;
    },
  },
  {
    name: 'a scan that nobody signed, handed on without the teacher noticing',
    defenses: [flaggedUnsigned],
    attempt: async ({ lesson, member, scan, mark, flagsIn }) => {
      const running = await lesson();
      const absent = await member(running);
      const { status } = await mark(absent, await scan(absent, running));
      return status === 201 && !(await flagsIn(running)).get(absent.id)?.includes('unsigned');
    },
  },
  {
    name: 'extra time given by somebody else’s teacher',
    defenses: [ownCourse],
    attempt: async ({ lesson, member, teacher, call }) => {
      const running = await lesson();
      const friend = await member(running);
      const { token } = await teacher();
      const path = `/api/sessions/extra-time/${running.course._id}/${friend.id}`;
      return (await call('PUT', path, { token, body: { minutes: 30 } })).status === 200;
    },
  },
];
