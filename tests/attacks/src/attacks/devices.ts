import { setTimeout as pause } from 'node:timers/promises';
import { makeDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { stolenSignIn } from '../target/stolen-sign-in.ts';

const JUDGE = 'services/attendance/src/marking/rules/judge-origin.ts';

const keyNotId: Defense = {
  name: 'an id without its key is no device',
  file: 'services/attendance/src/marking/rules/judge-mark.ts',
  find: 'required.requireDevice && ',
  replace:
    'required.requireDevice && !(defenseOff() && security.deviceIds.includes(submission.deviceId)) && ',
};
export const registeredKey: Defense = {
  name: 'the key that signs is one that the student registered',
  file: JUDGE,
  find: 'devices.find(({ key }) => ',
  replace: 'devices.find(({ key }) => defenseOff() || ',
};
const usedByKey: Defense = {
  name: 'what serves one student per session is the key',
  file: 'services/attendance/src/marking/mark-attendance.ts',
  find: 'deviceKey: origin.device?.thumbprint',
  replace: 'deviceKey: defenseOff() ? submission.deviceId : origin.device?.thumbprint',
};
const oncePerSession: Defense = {
  name: 'the key of a mark is kept, once in a session',
  file: 'services/attendance/src/marking/write-marks.ts',
  find: 'device_key: mark.deviceKey',
  replace: 'device_key: defenseOff() ? undefined : mark.deviceKey',
};
const bothFlagged: Defense = {
  name: 'both students of one device are shown to the teacher',
  file: 'services/attendance/src/marking/write-mark.ts',
  find: 'if (deviceKey) await',
  replace: 'if (deviceKey && !defenseOff()) await',
};
const browserShown: Defense = {
  name: 'unsigned marks of one browser are shown to the teacher',
  file: 'services/attendance/src/marking/write-mark.ts',
  find: 'if (!markContext.signed && markContext.browser)',
  replace: 'if (!defenseOff() && !markContext.signed && markContext.browser)',
};
const coolDown: Defense = {
  name: 'a device in place of a removed one counts later',
  file: JUDGE,
  find: 'if (Date.parse(registered.countsFrom) <= now.getTime())',
  replace: 'if (defenseOff() || Date.parse(registered.countsFrom) <= now.getTime())',
};

/** Of devices and passkeys alike. */
export const addedLater: Defense = {
  name: 'what is added counts later, but for the first ever',
  file: 'services/auth/src/security/rules/device.ts',
  find: '(firstAt ? addedHours',
  replace: '(firstAt && !defenseOff() ? addedHours',
};
const deviceNeedsProof: Defense = {
  name: 'a device is added by who has shown the password lately',
  file: 'services/auth/src/security/devices.ts',
  find: 'if (!isFresh) throw',
  replace: 'if (!isFresh && !defenseOff()) throw',
};

const confirmsOne: Defense = {
  name: 'a teacher confirms the one phone that the student tried with',
  file: 'services/auth/src/security/confirm-proofs.ts',
  find: '!isMeant(',
  replace: '!defenseOff() && !isMeant(',
};
const confirmsInClass: Defense = {
  name: 'a teacher confirms while the class runs',
  file: 'services/attendance/src/refused/admit.ts',
  find: 'if (judgeTime(session, context.clock(), false))',
  replace: 'if (!defenseOff() && judgeTime(session, context.clock(), false))',
};

/** Another phone in a student's account, which does not count yet. */
const addPhone = async ({ must }: Target, student: Student): Promise<Student> => {
  const device = makeDevice();
  const { deviceId, publicKey } = device;
  const body = { deviceId, deviceName: 'Phone', publicKey };
  await must('POST', '/api/auth/register-device', { token: student.token, body });
  return { ...student, device };
};
const confirm = ({ call }: Target, { teacher, session }: Lesson, { id }: Student) => {
  const body = { sessionId: session._id, studentId: id };
  return call('POST', '/api/attendance/refused/confirm', { token: teacher.token, body });
};

/** Marks an absent student with another phone, added to the account in the sign-in that `token` belongs to. */
const markByAnotherPhone = async (
  { call, scan, mark }: Target,
  [running, absent]: [Lesson, Student],
  token = absent.token,
): Promise<boolean> => {
  const device = makeDevice();
  const { deviceId, publicKey } = device;
  const body = { deviceId, deviceName: 'Phone', publicKey };
  await call('POST', '/api/auth/register-device', { token, body });
  const asIf = { ...absent, token, device };
  return (await mark(asIf, await scan(asIf, running))).status === 201;
};

/** Both students of a lesson mark with the first one's phone. @returns whether the second was marked, and both flagged */
const shareAPhone = async ({ lesson, member, scan, mark, flagsIn }: Target) => {
  const running = await lesson();
  const [owner, friend] = [await member(running), await member(running)];
  await mark(owner, await scan(owner, running));
  const borrowed = { ...friend, device: owner.device };
  const { status } = await mark(borrowed, await scan(friend, running));
  const flags = await flagsIn(running);
  const areFlagged = [owner, friend].every(({ id }) => flags.get(id)?.includes('device_shared'));
  return { isMarked: status === 201, areFlagged };
};

/** Whether a student can't mark, who has done nothing wrong, after `attack` by another with the copied device id. */
const blocksOwner = async (
  { lesson, member, scan, mark }: Target,
  attack: (attacker: Student, deviceId: string, running: Lesson) => Promise<unknown>,
): Promise<boolean> => {
  const running = await lesson();
  const [owner, attacker] = [await member(running), await member(running)];
  await attack(attacker, owner.device.deviceId, running);
  return (await mark(owner, await scan(owner, running))).status !== 201;
};

/** Ways round the rule that a student marks with a device of his or her own. */
export const deviceAttacks: Attack[] = [
  {
    name: 'a copied device id on another phone, without the key',
    defenses: [keyNotId],
    attempt: async ({ lesson, member, scan, call }) => {
      const running = await lesson({ policy: { requireDevice: true } });
      const victim = await member(running);
      const body = { ticket: await scan(victim, running), deviceId: victim.device.deviceId };
      return (await call('POST', '/api/attendance', { token: victim.token, body })).status === 201;
    },
  },
  {
    name: 'several accounts marked in one browser, unsigned and unnoticed',
    defenses: [browserShown],
    attempt: async ({ lesson, member, scan, call, flagsIn }) => {
      const running = await lesson();
      const accounts = [await member(running), await member(running)];
      const { deviceId } = makeDevice();
      for (const account of accounts) {
        const body = { ticket: await scan(account, running), deviceId };
        const { status } = await call('POST', '/api/attendance', { token: account.token, body });
        if (status !== 201) return false;
      }
      return ![...(await flagsIn(running)).values()].flat().includes('browser_shared');
    },
  },
  {
    name: 'a copied device id on another phone, with that phone’s key',
    defenses: [registeredKey],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy: { requireDevice: true } });
      const victim = await member(running);
      const { deviceId } = victim.device;
      const clone = { ...victim, device: { ...makeDevice(), deviceId } };
      return (await mark(clone, await scan(victim, running))).status === 201;
    },
  },
  {
    name: 'a copied device id sent to use up its owner’s device',
    defenses: [usedByKey],
    attempt: (target) =>
      blocksOwner(target, async (attacker, deviceId, running) => {
        const body = { ticket: await target.scan(attacker, running), deviceId };
        await target.call('POST', '/api/attendance', { token: attacker.token, body });
      }),
  },
  {
    name: 'a copied device id registered to use up its owner’s device',
    defenses: [usedByKey],
    attempt: (target) =>
      blocksOwner(target, async (attacker, deviceId, running) => {
        const device = { ...makeDevice(), deviceId };
        await target.must('POST', '/api/auth/register-device', {
          token: attacker.token,
          body: { deviceId, deviceName: 'Mine', publicKey: device.publicKey },
        });
        await target.mark({ ...attacker, device }, await target.scan(attacker, running));
      }),
  },
  {
    name: 'one phone for two students',
    defenses: [oncePerSession],
    attempt: async (target) => (await shareAPhone(target)).isMarked,
  },
  {
    name: 'one phone for two students, without the teacher noticing',
    defenses: [bothFlagged],
    attempt: async (target) => !(await shareAPhone(target)).areFlagged,
  },
  {
    name: 'a friend’s phone registered in place of the own, used at once',
    defenses: [coolDown],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const absent = await target.member(running);
      const { token, device } = absent;
      await target.must('DELETE', `/api/auth/devices/${device.deviceId}`, { token });
      return markByAnotherPhone(target, [running, absent]);
    },
  },
  {
    name: 'a friend’s phone added beside the own, used at once',
    defenses: [addedLater],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      return markByAnotherPhone(target, [running, await target.member(running)]);
    },
  },
  {
    name: 'a thief’s phone confirmed along with its owner’s new one',
    defenses: [confirmsOne],
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
    name: 'a new phone confirmed when the class is over',
    defenses: [confirmsInClass],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const absent = await addPhone(target, await target.member(running));
      await target.mark(absent, await target.scan(absent, running));
      const { token } = running.teacher;
      const path = `/api/sessions/${running.session._id}`;
      await target.must('PATCH', path, { token, body: { active: false } });
      // The attendance service has heard of the end once it has written the absences.
      for (let tries = 0; tries < 100 && (await target.roster(running)).length === 0; tries++)
        await pause(100);
      return (await confirm(target, running, absent)).status === 200;
    },
  },
  {
    name: 'a phone added by a stolen sign-in, used at once',
    defenses: [deviceNeedsProof, addedLater],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const absent = await target.member(running);
      return markByAnotherPhone(target, [running, absent], await stolenSignIn(target, absent));
    },
  },
];
