import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import {
  sharedDeviceFlags,
  deviceKeyRequirement,
  storedKey,
  registeredKey,
  keyPerSession,
} from '../defenses/marking.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

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

/** Whether `attack`, by a student with a copied device id, prevents the owner from marking. */
const blocksOwner = async (
  { lesson, member, scan, mark }: Target,
  attack: (attacker: Student, deviceId: string, running: Lesson) => Promise<unknown>,
): Promise<boolean> => {
  const running = await lesson();
  const [owner, attacker] = [await member(running), await member(running)];
  await attack(attacker, owner.device.deviceId, running);
  return (await mark(owner, await scan(owner, running))).status !== 201;
};

export const deviceAttacks: Attack[] = [
  {
    name: 'a copied device id on another phone, without the key',
    defenses: [deviceKeyRequirement],
    attempt: async ({ lesson, member, scan, call }) => {
      const running = await lesson({ policy: { requireDevice: true } });
      const victim = await member(running);
      const body = { ticket: await scan(victim, running), deviceId: victim.device.deviceId };
      return (await call('POST', '/api/attendance', { token: victim.token, body })).status === 201;
    },
  },
  {
    name: 'a copied device id on another phone, with that phone’s key',
    defenses: [registeredKey],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy: { requireDevice: true } });
      const victim = await member(running);
      const { deviceId } = victim.device;
      const clone = { ...victim, device: { ...createDevice(), deviceId } };
      return (await mark(clone, await scan(victim, running))).status === 201;
    },
  },
  {
    name: 'a copied device id sent to use up its owner’s device',
    defenses: [keyPerSession],
    attempt: (target) =>
      blocksOwner(target, async (attacker, deviceId, running) => {
        const body = { ticket: await target.scan(attacker, running), deviceId };
        await target.call('POST', '/api/attendance', { token: attacker.token, body });
      }),
  },
  {
    name: 'a copied device id registered to use up its owner’s device',
    defenses: [keyPerSession],
    attempt: (target) =>
      blocksOwner(target, async (attacker, deviceId, running) => {
        const device = { ...createDevice(), deviceId };
        await target.must('POST', '/api/auth/register-device', {
          token: attacker.token,
          body: { deviceId, deviceName: 'Mine', publicKey: device.publicKey },
        });
        await target.mark({ ...attacker, device }, await target.scan(attacker, running));
      }),
  },
  {
    name: 'one phone for two students',
    defenses: [storedKey],
    attempt: async (target) => (await shareAPhone(target)).isMarked,
  },
  {
    name: 'one phone for two students without a flag for the teacher',
    defenses: [sharedDeviceFlags],
    attempt: async (target) => !(await shareAPhone(target)).areFlagged,
  },
];
