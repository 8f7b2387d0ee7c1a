import { forbidden } from '@qr-attendance/server';
import { changeUser } from '../../core/accounts/accounts.ts';
import { queueMail } from '../../core/email/email-queue.ts';
import type { StoredPasskey } from '../../core/people/rules/person.ts';
import { removeStoredDevice } from '../../core/security/devices.ts';
import { changePasskeys, removeStoredPasskey } from '../../core/security/passkeys.ts';
import { changeStudent } from '../../core/security/student-security.ts';
import type { Database, Transaction } from '../../db/database.ts';

export interface ChecksToRemove {
  devices: string[];
  passkeys: string[];
  pin: boolean;
  name?: string | undefined;
}

export const removesSomething = ({ pin, devices, passkeys }: ChecksToRemove): boolean =>
  pin || devices.length > 0 || passkeys.length > 0;

const NO_PIN = { pinSalt: null, pinHash: null };

const rename = async (transaction: Transaction, userId: string, name: string, now: Date): Promise<void> => {
  const where = { nameOpenUntil: { gt: now }, erasedAt: null };
  if (!(await changeUser(transaction, userId, where, { name, nameOpenUntil: null })))
    throw forbidden('name_not_open', 'You cannot change your name yourself. Ask your institution.');
};

const dropPasskeys = async (
  transaction: Transaction,
  userId: string,
  own: readonly StoredPasskey[],
  dropped: readonly string[],
): Promise<void> => {
  for (const passkey of own)
    if (dropped.includes(passkey.id)) await removeStoredPasskey(transaction, userId, passkey);
};

/**
 * Has the effects of removing each device and passkey individually: the owner is notified of each, and
 * replacements have a cool-down.
 */
const dropOfStudent = (
  transaction: Transaction,
  userId: string,
  { devices, passkeys, pin }: ChecksToRemove,
): Promise<unknown> =>
  changeStudent(transaction, userId, pin ? NO_PIN : {}, async (_same, before) => {
    if (pin) await queueMail(transaction, { userId }, { kind: 'pin_changed' });
    for (const device of before.devices)
      if (devices.includes(device.deviceId)) await removeStoredDevice(transaction, userId, device, false);
    await dropPasskeys(transaction, userId, before.passkeys, passkeys);
  });

export const createAccountChecks = (database: Database) => ({
  drop: (userId: string, { name, ...drop }: ChecksToRemove, now: Date): Promise<void> =>
    database.$transaction(async (transaction) => {
      if (name !== undefined) await rename(transaction, userId, name, now);
      if (!removesSomething(drop) || (await dropOfStudent(transaction, userId, drop))) return;
      await changePasskeys(transaction, userId, (own) =>
        dropPasskeys(transaction, userId, own, drop.passkeys),
      );
    }),
});
export type AccountChecks = ReturnType<typeof createAccountChecks>;
