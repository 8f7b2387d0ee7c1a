import { eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { proofForFewerChecks, removedDeviceReturn } from '../defenses/auth.ts';
import { freshProofChecks } from '../defenses/packages.ts';
import { inDatabase } from '../target/in-database.ts';
import { PIN, type Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { createAdmin } from '../target/create-admin.ts';
import { signInByLink, stolenSignIn } from '../target/stolen-sign-in.ts';

const NOTHING_REQUIRED = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};
const lessonWithPin = async (target: Target) => {
  const running = await target.lesson({ policy: { requirePin: true, requireDevice: true } });
  return { running, owner: await target.member(running) };
};

/** Waits until the attendance service has received the event that removes the device. */
const removalArrived = (target: Target, { id, device }: Student): Promise<void> =>
  inDatabase(target, (client) =>
    eventually(async () => {
      const { rowCount } = await client.query(
        'SELECT FROM student_security WHERE student_id = $1 AND devices::text LIKE $2',
        [id, `%${device.deviceId}%`],
      );
      if (rowCount !== 0) throw new Error('the phone still counts');
    }),
  );

export const disarmAttacks: Attack[] = [
  {
    name: 'an owner’s phone removed with a stolen sign-in, so that it can no longer mark',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const { running, owner } = await lessonWithPin(target);
      const token = await stolenSignIn(target, owner);
      const removal = await target.call('DELETE', `/api/auth/devices/${owner.device.deviceId}`, { token });
      if (removal.status < 300) await removalArrived(target, owner);
      const { status } = await target.mark(owner, await target.scan(owner, running), { pin: PIN });
      return status !== 201;
    },
  },
  {
    name: 'an owner’s PIN replaced with a stolen sign-in',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const { running, owner } = await lessonWithPin(target);
      const token = await stolenSignIn(target, owner);
      await target.call('POST', '/api/auth/set-pin', { token, body: { pin: '1357' } });
      const { status } = await target.mark(owner, await target.scan(owner, running), { pin: '1357' });
      return status === 201;
    },
  },
  {
    name: 'an owner’s additional checks switched off with a stolen sign-in',
    defenses: [proofForFewerChecks],
    attempt: async (target) => {
      const running = await target.lesson();
      const owner = await target.student('Olga Owner', { requirePin: true });
      await target.enroll(owner, running);
      const token = await stolenSignIn(target, owner);
      const body = { securityPreferences: NOTHING_REQUIRED };
      await target.call('POST', '/api/auth/update-security', { token, body });
      return (await target.mark(owner, await target.scan(owner, running))).status === 201;
    },
  },
  {
    name: 'a student suspended with an administrator’s stolen sign-in',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const { email } = await createAdmin(target.system, target);
      const { id, token: student } = await target.student('Sam Student');
      const token = await signInByLink(target, email);
      await target.call('POST', `/api/auth/people/${id}/suspend`, { token, body: { reason: 'A joke' } });
      return (await target.call('GET', '/api/auth/me', { token: student })).status === 401;
    },
  },
  {
    name: 'a student locked out by a merge with an administrator’s stolen sign-in',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const { email } = await createAdmin(target.system, target);
      const { id, token: student } = await target.student('Sam Student');
      const { id: into } = await target.student('Sam Student');
      const token = await signInByLink(target, email);
      const body = { into, reason: 'A joke' };
      await target.call('POST', `/api/auth/people/${id}/merge`, { token, body });
      return (await target.call('GET', '/api/auth/me', { token: student })).status === 401;
    },
  },
  {
    name: 'an owner prevented from marking for a day because their phone was removed',
    defenses: [removedDeviceReturn],
    attempt: async (target) => {
      const { running, owner } = await lessonWithPin(target);
      const { token, device } = owner;
      await target.must('DELETE', `/api/auth/devices/${device.deviceId}`, { token });
      await target.registerDevice(owner);
      const { status } = await target.mark(owner, await target.scan(owner, running), { pin: PIN });
      return status !== 201;
    },
  },
];
