import type { AccountCheck } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Database, Transaction } from '../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { changeUser } from '../passwords/accounts.ts';
import { devicesOf, passkeysOf, type Person, signedOut } from '../people/rules/person.ts';
import { changeStudent } from './student-security.ts';

/** Ids of what is to go; of what is not there it makes no difference. */
interface Drop {
  devices: string[];
  passkeys: string[];
  pin: boolean;
  name?: string | undefined;
}

const NO_PIN = { pinSalt: null, pinHash: null };

const rename = async (transaction: Transaction, userId: string, name: string, now: Date): Promise<void> => {
  const where = { nameOpenUntil: { gt: now }, erasedAt: null };
  if (!(await changeUser(transaction, userId, where, { name, nameOpenUntil: null })))
    throw new DomainError(
      'forbidden',
      'name_not_open',
      'You cannot change your name yourself. Ask your institution.',
    );
};

/** Like removing each by itself: its owner is told of each device, and one in its place waits. */
const dropOfStudent = (
  transaction: Transaction,
  userId: string,
  { devices, passkeys, pin }: Drop,
): Promise<unknown> =>
  changeStudent(transaction, userId, pin ? NO_PIN : {}, async (_same, before) => {
    const gone = before.devices.filter(({ deviceId }) => devices.includes(deviceId));
    await transaction.device.deleteMany({ where: { studentId: userId, deviceId: { in: devices } } });
    if (gone.some(({ key }) => key))
      await transaction.student.update({ where: { userId }, data: { deviceRemovedAt: new Date() } });
    for (const { deviceName } of gone)
      await queueMail(transaction, { userId }, { kind: 'device_removed', deviceName });
    await transaction.passkey.deleteMany({ where: { studentId: userId, id: { in: passkeys } } });
  });

export const makeAccountChecks = (database: Database) => ({
  /** All or nothing. @throws DomainError (forbidden) where the name may not be corrected */
  drop: (userId: string, { name, ...drop }: Drop, now: Date): Promise<void> =>
    database.$transaction(async (transaction) => {
      if (name !== undefined) await rename(transaction, userId, name, now);
      if (drop.pin || drop.devices.length > 0 || drop.passkeys.length > 0)
        await dropOfStudent(transaction, userId, drop);
    }),
});

const accountCheckOf = ({ name, nameOpenUntil, details }: Person, now: Date): AccountCheck => ({
  name,
  mayCorrectName: nameOpenUntil !== null && nameOpenUntil > now,
  ...(details.userType === 'STUDENT'
    ? {
        devices: devicesOf(details.student),
        passkeys: passkeysOf(details.student),
        hasPin: details.student.pinVerifier !== null,
      }
    : { devices: [], passkeys: [], hasPin: false }),
});

/** What somebody else may have set up, who had the account before its owner chose a new password. */
export const getAccountCheck = async (
  { people, clock }: Pick<Context, 'people' | 'clock'>,
  personId: string,
): Promise<AccountCheck> => {
  const person = await people.findById(personId);
  if (!person || person.erased) throw signedOut();
  return accountCheckOf(person, clock());
};

/** Removes what its owner does not know. @returns what is left */
export const dropFromAccount = async (
  context: Pick<Context, 'people' | 'clock' | 'accountChecks' | 'wakeRelay' | 'mailRelay'>,
  personId: string,
  wanted: Drop,
): Promise<AccountCheck> => {
  await context.accountChecks.drop(personId, wanted, context.clock());
  context.wakeRelay();
  context.mailRelay.wake();
  return getAccountCheck(context, personId);
};
