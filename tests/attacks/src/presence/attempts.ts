import { BURST_SEQUENCE, type VerifiedScan } from '@qr-attendance/contracts';
import { createDevice, type TestDevice } from '@qr-attendance/test-kit';
import { recordCodes, signSequence } from '../attacks/burst-codes.ts';
import { readWords } from '../attacks/burst-words.ts';
import { ROOM, SEAT } from '../attacks/places.ts';
import { takeScene } from '../attacks/selfies.ts';
import { addPasskey, answerChallenge } from '../target/passkeys.ts';
import { PASSWORD, PIN, type Lesson, type Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { forgedSelfies, type Forgery } from './forged-selfies.ts';
import { markByAllProofs, STRICTEST } from './strictest.ts';

export interface Attempt {
  running: Lesson;
  absent: Student[];
  script: () => Promise<number>;
}

const SIGNED = { allowUnsigned: false };
const some = <Item>(count: number, make: () => Promise<Item>): Promise<Item[]> =>
  Promise.all(Array.from({ length: count }, make));

const logIn = async ({ must }: Target, { email }: Student): Promise<string> =>
  (await must<{ token: string }>('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).token;

const markEach = async (
  { scanSigned, mark }: Target,
  running: Lesson,
  students: Student[],
  deviceOf: (student: Student) => TestDevice,
): Promise<number> => {
  let marked = 0;
  for (const student of students) {
    const asIf = { ...student, device: deviceOf(student) };
    const ticket = await scanSigned(asIf, running).catch(() => undefined);
    if (ticket !== undefined && (await mark(asIf, ticket)).status === 201) marked++;
  }
  return marked;
};

const regulars = async (target: Target, running: Lesson, count: number): Promise<Student[]> => {
  const earlier = await target.lesson();
  const students = await some(count, () => target.member(running));
  for (const one of students) {
    await target.enroll(one, earlier);
    const { status } = await target.mark(one, await target.scanSigned(one, earlier));
    if (status !== 201) throw new Error(`the earlier mark was answered ${status}`);
  }
  return students;
};

export const forRegulars =
  (count: number, createDeviceOf: () => (student: Student) => TestDevice) =>
  async (target: Target): Promise<Attempt> => {
    const running = await target.lesson({ policy: SIGNED });
    const absent = await regulars(target, running, count);
    const script = () => markEach(target, running, absent, createDeviceOf());
    return { running, absent, script };
  };
export const oneKeyForAll = () => {
  const shared = createDevice();
  return () => shared;
};

export const markWithPlace =
  (places: (student: number) => object, count: number) => async (target: Target) => {
    const running = await target.lesson({ policy: SIGNED, location: ROOM });
    const absent = await some(count, () => target.member(running));
    const script = async () => {
      const answers = absent.map(async (student, place) => {
        const ticket = await target.scanSigned(student, running);
        return (await target.mark(student, ticket, { location: places(place) })).status === 201;
      });
      return (await Promise.all(answers)).filter(Boolean).length;
    };
    return { running, absent, script };
  };

export const markWithSelfies =
  (forgery: Forgery) =>
  async (target: Target): Promise<Attempt> => {
    const policy = { ...SIGNED, requireSelfie: true };
    const [earlier, running] = [await target.lesson({ policy }), await target.lesson({ policy })];
    const absent = await target.member(running);
    const { token } = absent;
    await target.enroll(absent, earlier);
    await target.must('POST', '/api/auth/selfie-consent', { token, body: { given: true } });
    const { taken, forge } = await forgedSelfies(forgery);
    const { status } = await target.mark(absent, await target.scanSigned(absent, earlier), taken);
    if (status !== 201) throw new Error(`the honest selfie was answered ${status}`);
    const script = async () => {
      const ticket = await target.scanSigned(absent, running);
      return (await target.mark(absent, ticket, await forge())).status === 201 ? 1 : 0;
    };
    return { running, absent: [absent], script };
  };

export const markWithPasskey =
  (hasOne: boolean) =>
  async (target: Target): Promise<Attempt> => {
    const running = await target.lesson({ policy: { ...SIGNED, requirePasskey: true } });
    const absent = await target.member(running);
    if (hasOne) await addPasskey(target, absent);
    const script = async () => {
      const asIf = { ...absent, token: await logIn(target, absent) };
      const passkey = await addPasskey(target, asIf);
      const ticket = await target.scanSigned(asIf, running);
      const answer = await answerChallenge(target, asIf, { passkey, ticket }).catch(() => undefined);
      return answer && (await target.mark(asIf, ticket, { passkey: answer })).status === 201 ? 1 : 0;
    };
    return { running, absent: [absent], script };
  };

export const markByStrictest =
  (areNew: boolean) =>
  async (target: Target): Promise<Attempt> => {
    const running = await target.lesson({ policy: STRICTEST, location: ROOM });
    const absent = await some(4, () => (areNew ? target.newcomer() : target.student()));
    for (const student of absent) {
      await target.enroll(student, running);
      if (!areNew) await addPasskey(target, student);
    }
    const script = async () => {
      const marks = absent.map(async (one) =>
        markByAllProofs(target, { ...one, token: await logIn(target, one), device: createDevice() }, running),
      );
      return (await Promise.all(marks)).filter(Boolean).length;
    };
    return { running, absent, script };
  };

export const markByForwardedAddress = async (target: Target): Promise<Attempt> => {
  const running = await target.lesson({ policy: SIGNED });
  const absent = await target.member(running);
  const script = async () => {
    const { must, mark } = target;
    const { device } = absent;
    const scan = await target.scanBeforeSignIn(device, running.session.qrCode);
    const token = await logIn(target, absent);
    const body = JSON.stringify({ scan, deviceKey: device.publicKey });
    const headers = device.headersFor(body);
    const redeemed = await must<VerifiedScan>('POST', '/api/sessions/scans/redeem', {
      token,
      body,
      headers,
    });
    return (await mark({ ...absent, token }, redeemed.ticket)).status === 201 ? 1 : 0;
  };
  return { running, absent: [absent], script };
};

export const markByHandedTicket = async (target: Target): Promise<Attempt> => {
  const running = await target.lesson({ policy: SIGNED });
  const absent = await target.member(running);
  const script = async () => {
    const ticket = await target.scanSigned(absent, running, createDevice());
    return (await target.mark(absent, ticket)).status === 201 ? 1 : 0;
  };
  return { running, absent: [absent], script };
};

export const markByStrictestLive =
  (passedOn: 'codes' | 'words') =>
  async (target: Target): Promise<Attempt> => {
    const running = await target.lesson({ policy: { ...STRICTEST, burstCodes: true }, location: ROOM });
    const absent = await target.member(running);
    const { token, device } = absent;
    const passkey = await addPasskey(target, absent);
    await target.must('POST', '/api/auth/selfie-consent', { token, body: { given: true } });
    const [[selfieImage], [selfieAfterPrompt]] = [await takeScene(), await takeScene()];
    const seen = await recordCodes(target, running, BURST_SEQUENCE.codes);
    const words = await readWords(target, running);
    const scan = () =>
      passedOn === 'codes'
        ? target.must<VerifiedScan>('POST', '/api/sessions/scans/live', {
            token,
            ...signSequence(seen, device),
          })
        : target.must<VerifiedScan>('GET', `/api/sessions/verify/${encodeURIComponent(words)}`, {
            token,
            headers: device.scanHeaders(words),
          });
    const script = async () => {
      const { ticket } = await scan();
      const answer = await answerChallenge(target, absent, { passkey, ticket });
      const location = { ...SEAT, latitude: SEAT.latitude + Math.random() / 10_000, accuracy: 12 };
      const proofs = { pin: PIN, passkey: answer, selfieImage, selfieAfterPrompt, location };
      return (await target.mark(absent, ticket, proofs)).status === 201 ? 1 : 0;
    };
    return { running, absent: [absent], script };
  };
