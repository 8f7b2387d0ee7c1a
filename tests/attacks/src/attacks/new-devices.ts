import { setTimeout as pause } from 'node:timers/promises';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { confirmationPeriod, secondAccountFlag } from '../defenses/attendance.ts';
import { coolDownsOfAdditions, confirmationOfOnePhone, proofForNewDevice } from '../defenses/auth.ts';
import { deviceCoolDown } from '../defenses/marking.ts';
import { inDatabase } from '../target/in-database.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { stolenSignIn } from '../target/stolen-sign-in.ts';

const addPhone = async ({ registerDevice }: Target, student: Student): Promise<Student> => {
  const withPhone = { ...student, device: createDevice() };
  await registerDevice(withPhone);
  return withPhone;
};
const confirm = ({ call }: Target, { teacher, session }: Lesson, { id }: Student) => {
  const body = { sessionId: session._id, studentId: id };
  return call('POST', '/api/attendance/refused/confirm', { token: teacher.token, body });
};

const markByAnotherPhone = async (
  { call, scan, mark }: Target,
  [running, absent]: [Lesson, Student],
  token = absent.token,
): Promise<boolean> => {
  const device = createDevice();
  const { deviceId, publicKey } = device;
  const body = { deviceId, deviceName: 'Phone', publicKey };
  await call('POST', '/api/auth/register-device', { token, body });
  const asIf = { ...absent, token, device };
  return (await mark(asIf, await scan(asIf, running))).status === 201;
};

export const newDeviceAttacks: Attack[] = [
  {
    name: 'a second account in the name of an absent student without a flag for the teacher',
    defenses: [secondAccountFlag],
    attempt: async (target) => {
      const running = await target.lesson();
      const absent = await target.member(running);
      const double = await target.member(running);
      await inDatabase(target, async (client) => {
        await client.query('UPDATE people SET usn = $2 WHERE id = ANY ($1)', [
          [absent.id, double.id],
          absent.id,
        ]);
      });
      if ((await target.mark(double, await target.scanSigned(double, running))).status !== 201) return false;
      const { _id } = running.session;
      const { token } = running.teacher;
      await target.must('PATCH', `/api/sessions/${_id}`, { token, body: { active: false } });
      const isCompared = () =>
        inDatabase(target, async (client) => {
          await client.query(
            `UPDATE sessions SET ended_at = now() - interval '20 minutes' WHERE id = $1 AND NOT active AND assessed_at IS NULL`,
            [_id],
          );
          const { rows } = await client.query(
            'SELECT 1 FROM sessions WHERE id = $1 AND assessed_at IS NOT NULL',
            [_id],
          );
          return rows.length > 0;
        });
      for (let tries = 0; tries < 300 && !(await isCompared()); tries++) await pause(100);
      return !(await target.flagsIn(running)).get(double.id)?.includes('second_account');
    },
  },
  {
    name: 'a friend’s phone registered instead of the student’s and used immediately',
    defenses: [deviceCoolDown],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const absent = await target.member(running);
      const { token, device } = absent;
      await target.must('DELETE', `/api/auth/devices/${device.deviceId}`, { token });
      return markByAnotherPhone(target, [running, absent]);
    },
  },
  {
    name: 'a friend’s phone added to the student’s and used immediately',
    defenses: [...coolDownsOfAdditions],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      return markByAnotherPhone(target, [running, await target.member(running)]);
    },
  },
  {
    name: 'a thief’s phone confirmed along with its owner’s new one',
    defenses: [confirmationOfOnePhone],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const owner = await target.member(running);
      const [own, thief] = [await addPhone(target, owner), await addPhone(target, owner)];
      await target.mark(own, await target.scan(own, running));
      const { status } = await confirm(target, running, owner);
      if (status !== 200) throw new Error(`confirming was answered ${status}`);
      return (await target.mark(thief, await target.scan(thief, running))).status === 201;
    },
  },
  {
    name: 'a new phone confirmed after the class',
    defenses: [confirmationPeriod],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const absent = await addPhone(target, await target.member(running));
      await target.mark(absent, await target.scan(absent, running));
      const { token } = running.teacher;
      const path = `/api/sessions/${running.session._id}`;
      await target.must('PATCH', path, { token, body: { active: false } });
      // Absences on the roster show that the attendance service has received the end.
      for (let tries = 0; tries < 100 && (await target.roster(running)).length === 0; tries++)
        await pause(100);
      return (await confirm(target, running, absent)).status === 200;
    },
  },
  {
    name: 'a phone added with a stolen sign-in and used immediately',
    defenses: [proofForNewDevice, ...coolDownsOfAdditions],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const absent = await target.member(running);
      return markByAnotherPhone(target, [running, absent], await stolenSignIn(target, absent));
    },
  },
];
