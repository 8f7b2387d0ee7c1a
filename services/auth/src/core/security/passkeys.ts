import type { Passkey } from '@qr-attendance/contracts';
import { conflict, notFound } from '@qr-attendance/server';
import { type Database, isUniqueViolation, type Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { toPasskey, withDetails } from '../people/person-rows.ts';
import { signedOutError, type StoredPasskey, type StudentDetails } from '../people/rules/person.ts';
import { addedCountsFrom, type CoolDowns } from './rules/cool-downs.ts';
import { type NewPasskey, refuseAnotherPasskey } from './rules/passkey.ts';
import { changeStudent } from './student-security.ts';

export const lastSecondFactorError = () =>
  conflict(
    'last_second_factor',
    'This is your only second factor. Add a passkey or an authenticator app first, or remove the second factor.',
  );

export const mailPasskey = (
  transaction: Transaction,
  userId: string,
  passkeyName: string,
  countsFrom: Date,
): Promise<void> =>
  queueMail(
    transaction,
    { userId },
    { kind: 'passkey_added', passkeyName, countsFrom: countsFrom.toISOString() },
  );

const readPasskeys = async (transaction: Transaction, userId: string): Promise<StoredPasskey[]> =>
  (await transaction.passkey.findMany({ where: { userId }, ...withDetails.passkeys })).map(toPasskey);

/** Locks the passkeys, so that none of them is removed before the transaction ends. */
export const lockPasskeys = async (transaction: Transaction, userId: string): Promise<number> => {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT id FROM passkeys WHERE student_id = ${userId}::uuid FOR KEY SHARE`;
  return rows.length;
};

/** Passkeys of students also confirm marks, so other services are notified. */
export const changePasskeys = async (
  transaction: Transaction,
  userId: string,
  change: (passkeys: StoredPasskey[], student?: StudentDetails) => Promise<void>,
): Promise<StoredPasskey[]> => {
  const student = await changeStudent(transaction, userId, {}, (_same, before) =>
    change(before.passkeys, before),
  );
  if (student) return student.passkeys;
  const where = { id: userId, erasedAt: null, student: { is: null } };
  if ((await transaction.user.count({ where })) === 0) throw signedOutError();
  await change(await readPasskeys(transaction, userId));
  return readPasskeys(transaction, userId);
};

export const addStoredPasskey = (
  transaction: Transaction,
  userId: string,
  { publicKey, ...passkey }: NewPasskey,
  coolDowns: CoolDowns,
): Promise<StoredPasskey[]> =>
  changePasskeys(transaction, userId, async (passkeys, student) => {
    refuseAnotherPasskey(passkeys.length);
    const countsFrom = addedCountsFrom(new Date(), student?.firstPasskeyAt ?? null, coolDowns);
    const data = {
      ...passkey,
      userId,
      countsFrom,
      publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
    };
    await transaction.passkey.create({ data });
    await mailPasskey(transaction, userId, passkey.name, countsFrom);
  });

/** For transactions that add a passkey. */
export const explainTakenPasskey = (error: unknown): never => {
  if (isUniqueViolation(error)) throw conflict('passkey_taken', 'This passkey is already registered.');
  throw error;
};

/** Without this rule, an active second factor could be left without any way to use it. */
const refuseLastFactor = async (transaction: Transaction, userId: string): Promise<void> => {
  // Locks the factor, so that its app is not removed at the same time.
  const withoutApp = await transaction.$queryRaw<unknown[]>`
    SELECT user_id FROM second_factors
     WHERE user_id = ${userId}::uuid AND active_since IS NOT NULL AND secret IS NULL FOR NO KEY UPDATE`;
  if (withoutApp.length > 0 && (await transaction.passkey.count({ where: { userId } })) === 0)
    throw lastSecondFactorError();
};

const deletePasskey = async (
  transaction: Transaction,
  userId: string,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<void> => {
  const { count } = await transaction.passkey.deleteMany({ where: { id } });
  // Another request has just removed the passkey.
  if (count === 0) return;
  await queueMail(transaction, { userId }, { kind: 'passkey_removed', passkeyName: name });
};

export const removeStoredPasskey = async (
  transaction: Transaction,
  userId: string,
  passkey: Pick<Passkey, 'id' | 'name'>,
): Promise<void> => {
  await deletePasskey(transaction, userId, passkey);
  await refuseLastFactor(transaction, userId);
};

/** Call after the second factor was removed. */
export const removeAllPasskeys = (transaction: Transaction, userId: string): Promise<unknown> =>
  changePasskeys(transaction, userId, async (passkeys) => {
    for (const passkey of passkeys) await deletePasskey(transaction, userId, passkey);
  });

export const createPasskeys = (database: Database, coolDowns: CoolDowns) => ({
  add: (userId: string, passkey: NewPasskey): Promise<StoredPasskey[]> =>
    database
      .$transaction((transaction) => addStoredPasskey(transaction, userId, passkey, coolDowns))
      .catch(explainTakenPasskey),
  remove: (userId: string, id: string): Promise<StoredPasskey[]> =>
    database.$transaction((transaction) =>
      changePasskeys(transaction, userId, async (passkeys) => {
        const passkey = passkeys.find((own) => own.id === id);
        if (!passkey) throw notFound('Passkey');
        await removeStoredPasskey(transaction, userId, passkey);
      }),
    ),
});
export type Passkeys = ReturnType<typeof createPasskeys>;
