import type { AccountCheck } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Database, Transaction } from '../db/database.ts';
import { changeUser } from '../passwords/accounts.ts';
import { devicesOf, passkeysOf, type Person, signedOut } from '../people/rules/person.ts';
import { removeStoredDevice } from './devices.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { changeStudent } from './student-security.ts';

/** Ids of what is to go; of what is not there it makes no difference. */
interface Drop {
  devices: string[];
  passkeys: string[];
  pin: boolean;
  name?: string | undefined;
}

const removesSomething = ({ pin, devices, passkeys }: Drop): boolean =>
  pin || devices.length > 0 || passkeys.length > 0;

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
    for (const device of before.devices)
      if (devices.includes(device.deviceId)) await removeStoredDevice(transaction, userId, device, false);
    await transaction.passkey.deleteMany({ where: { studentId: userId, id: { in: passkeys } } });
  });

export const makeAccountChecks = (database: Database) => ({
  /** All or nothing. @throws DomainError (forbidden) where the name may not be corrected */
  drop: (userId: string, { name, ...drop }: Drop, now: Date): Promise<void> =>
    database.$transaction(async (transaction) => {
      if (name !== undefined) await rename(transaction, userId, name, now);
      if (removesSomething(drop)) await dropOfStudent(transaction, userId, drop);
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
  context: Pick<Context, 'people' | 'accountChecks' | 'wakeRelay' | 'mailRelay'> &
    Parameters<typeof requireFreshProof>[0],
  caller: Caller,
  wanted: Drop,
): Promise<AccountCheck> => {
  const personId = caller.id;
  if (removesSomething(wanted)) await requireFreshProof(context, caller);
  await context.accountChecks.drop(personId, wanted, context.clock());
  context.wakeRelay();
  context.mailRelay.wake();
  return getAccountCheck(context, personId);
};
