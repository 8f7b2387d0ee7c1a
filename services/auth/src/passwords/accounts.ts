import { deleteInBatches } from '@qr-attendance/server';
import { userChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import type { Prisma } from '../db/generated/client.ts';
import type { Database, Transaction } from '../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { toPerson, withDetails } from '../people/person-rows.ts';
import { type Person, userChangedOf } from '../people/rules/person.ts';
import { removeFamilyOf, removeRefreshTokensOf, type ReusedFamily } from '../sign-in/refresh-tokens.ts';

/**
 * One change of what other services know of a person, with its event.
 * @param where what else must hold for it
 * @returns undefined when it does not hold
 */
export const changeUser = async (
  transaction: Transaction,
  id: string,
  where: Prisma.UserWhereInput,
  data: Prisma.UserUpdateManyMutationInput,
): Promise<Person | undefined> => {
  const { count } = await transaction.user.updateMany({
    where: { id, ...where },
    data: { ...data, version: { increment: 1 } },
  });
  if (count === 0) return undefined;
  const row = await transaction.user.findUniqueOrThrow({ where: { id }, include: withDetails });
  const person = toPerson(row);
  await writeToOutbox(transaction, makeEvent(userChanged, id, userChangedOf(person)));
  return person;
};

const MINUTE_MS = 60_000;
const NAME_OPEN_MS = 86_400_000;

/** Columns that make services refuse all access tokens issued until now. @param minutes how long these are valid */
export const signedOutNow = (minutes: number): Prisma.UserUpdateManyMutationInput => {
  const now = Date.now();
  return {
    signOuts: { increment: 1 },
    signedOutAt: new Date(now),
    // One minute more for clocks that differ.
    signedOutUntil: new Date(now + (minutes + 1) * MINUTE_MS),
  };
};

/**
 * Ends all sign-ins of a person. The row is locked before the refresh tokens, as wherever both are.
 * @returns the person from then on
 */
const endSignIns = async (
  transaction: Transaction,
  userId: string,
  minutes: number,
): Promise<Person | undefined> => {
  const person = await changeUser(transaction, userId, {}, signedOutNow(minutes));
  await removeRefreshTokensOf(transaction, userId);
  return person;
};

/** A new password signs out everywhere, makes links for choosing one worthless, and is told by mail. */
const setPassword = async (
  transaction: Transaction,
  userId: string,
  { passwordHash, minutes }: { passwordHash: string; minutes: number },
): Promise<Person | undefined> => {
  // Another address may have been asked for by someone who knew the earlier password.
  await transaction.user.update({ where: { id: userId }, data: { passwordHash, newEmail: null } });
  const person = await endSignIns(transaction, userId, minutes);
  await transaction.passwordReset.deleteMany({ where: { userId } });
  await transaction.signInLink.deleteMany({ where: { userId } });
  await transaction.trustedPlace.deleteMany({ where: { userId } });
  await queueMail(transaction, { userId }, { kind: 'password_changed' });
  return person;
};

/** Uses a token up, and all others of the same person. @returns whose it was; undefined when it is not good */
const takePasswordReset = async (
  transaction: Transaction,
  hash: string,
  now: Date,
): Promise<string | undefined> => {
  const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
    DELETE FROM password_resets WHERE hash = ${hash} AND expires_at > ${now} RETURNING user_id`;
  if (!taken) return undefined;
  await transaction.passwordReset.deleteMany({ where: { userId: taken.user_id } });
  return taken.user_id;
};

/** @returns whose address it verifies; undefined when it is not valid, or for another address than the present one */
const takeVerification = async (
  transaction: Transaction,
  hash: string,
  now: Date,
): Promise<string | undefined> => {
  const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
    DELETE FROM email_verifications v USING users u
     WHERE v.hash = ${hash} AND v.expires_at > ${now} AND u.id = v.user_id AND u.email = v.email
       AND u.erased_at IS NULL AND NOT u.email_verified
    RETURNING v.user_id`;
  return taken?.user_id;
};

/** @param minutes how long access tokens are valid */
export const createAccounts = (database: Database, minutes: number) => {
  /** Gives the account to whoever used a link that went to its address. */
  const takeOver = async (
    transaction: Transaction,
    take: () => Promise<string | undefined>,
    passwordHash: string,
    now: Date,
  ): Promise<string | undefined> => {
    const userId = await take();
    if (userId === undefined) return undefined;
    // Until now anybody may have had the account, and typed the name.
    await transaction.user.updateMany({
      where: { id: userId, emailVerified: false },
      data: { emailVerified: true, nameOpenUntil: new Date(now.getTime() + NAME_OPEN_MS) },
    });
    await setPassword(transaction, userId, { passwordHash, minutes });
    return userId;
  };
  return {
    signOutEverywhere: async (userId: string): Promise<void> => {
      await database.$transaction((transaction) => endSignIns(transaction, userId, minutes));
    },
    /**
     * Ends a stolen sign-in: its refresh tokens, and with them all access tokens of the person. The person's other
     * sign-ins stay, and get new access tokens when they renew.
     */
    revokeReused: async (reused: ReusedFamily): Promise<void> => {
      await database.$transaction(async (transaction) => {
        await changeUser(transaction, reused.userId, {}, signedOutNow(minutes));
        await removeFamilyOf(transaction, reused);
      });
    },
    /**
     * @param present hash of the password so far
     * @returns the person from then on; undefined when the password is another one by now
     */
    changePassword: (userId: string, present: string, next: string): Promise<Person | undefined> =>
      database.$transaction(async (transaction) => {
        const { count } = await transaction.user.updateMany({
          where: { id: userId, passwordHash: present },
          data: { passwordHash: next },
        });
        return count === 0 ? undefined : setPassword(transaction, userId, { passwordHash: next, minutes });
      }),
    /** Uses a reset up. @returns whose it was; undefined when it is not good */
    resetPassword: (resetHash: string, passwordHash: string, now: Date): Promise<string | undefined> =>
      database.$transaction((transaction) =>
        takeOver(transaction, () => takePasswordReset(transaction, resetHash, now), passwordHash, now),
      ),
    /**
     * Uses up a link that verifies the present address, for a new password.
     * @returns whose it was; undefined when it is not valid
     */
    takeOverByVerification: (
      linkHash: string,
      passwordHash: string,
      now: Date,
    ): Promise<string | undefined> =>
      database.$transaction((transaction) =>
        takeOver(transaction, () => takeVerification(transaction, linkHash, now), passwordHash, now),
      ),
  };
};

/** Links by which a new password is chosen. */
export const createPasswordResets = (database: Database) => ({
  add: async (hash: string, userId: string, expiresAt: Date): Promise<void> => {
    await database.passwordReset.create({ data: { hash, userId, expiresAt } });
  },
  /** The owner of an unused token. */
  ownerOf: async (hash: string, now: Date): Promise<string | undefined> => {
    const found = await database.passwordReset.findFirst({ where: { hash, expiresAt: { gt: now } } });
    return found?.userId;
  },
  removeExpired: (now: Date): Promise<void> =>
    deleteInBatches(
      (limit) => database.$executeRaw`
        DELETE FROM password_resets WHERE hash = ANY(ARRAY(
          SELECT hash FROM password_resets WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    ),
});
export type PasswordResets = ReturnType<typeof createPasswordResets>;
