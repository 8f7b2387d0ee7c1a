import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { Prisma } from '../../db/generated/client.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { toPerson, withDetails } from '../people/person-rows.ts';
import { type Person, signedOutError, userChangedOf } from '../people/rules/person.ts';
import { removeSecondFactorOf } from '../second-factor/second-factors.ts';
import { removeAllPasskeys } from '../security/passkeys.ts';
import {
  removeFamilyOf,
  removeOtherFamiliesOf,
  removeRefreshTokensOf,
  type TokenFamily,
} from '../tokens/refresh-tokens.ts';

export const changeUser = async (
  transaction: Transaction,
  id: string,
  where: Prisma.UserWhereInput,
  data: Prisma.UserUncheckedUpdateManyInput,
): Promise<Person | undefined> => {
  const { count } = await transaction.user.updateMany({
    where: { id, ...where },
    data: { ...data, version: { increment: 1 } },
  });
  if (count === 0) return undefined;
  const row = await transaction.user.findUniqueOrThrow({ where: { id }, include: withDetails });
  const person = toPerson(row);
  await writeToOutbox(transaction, createEvent(userChanged, id, userChangedOf(person)));
  return person;
};

const MINUTE_MS = 60_000;
const NAME_OPEN_MS = 86_400_000;

/** Services reject all access tokens issued before this moment. */
export const signedOutNow = (minutes: number) => {
  const now = Date.now();
  return {
    signOuts: { increment: 1 },
    signedOutAt: new Date(now),
    signedOutUntil: new Date(now + (minutes + 1) * MINUTE_MS),
  };
};

const endSignIns = async (
  transaction: Transaction,
  userId: string,
  minutes: number,
): Promise<Person | undefined> => {
  const person = await changeUser(transaction, userId, {}, signedOutNow(minutes));
  await removeRefreshTokensOf(transaction, userId);
  return person;
};

/** Ends every sign-in, invalidates links to choose a password, and notifies the person by email. */
const setPassword = async (
  transaction: Transaction,
  userId: string,
  { passwordHash, minutes }: { passwordHash: string; minutes: number },
): Promise<Person | undefined> => {
  // Discards a requested address, because somebody who knew the previous password may have requested it.
  await transaction.user.update({ where: { id: userId }, data: { passwordHash, newEmail: null } });
  const person = await endSignIns(transaction, userId, minutes);
  await transaction.passwordReset.deleteMany({ where: { userId } });
  await transaction.signInLink.deleteMany({ where: { userId } });
  await transaction.trustedPlace.deleteMany({ where: { userId } });
  await queueMail(transaction, { userId }, { kind: 'password_changed' });
  return person;
};

/** The person's other tokens become invalid, too. */
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

/** Call after the refresh tokens are removed. The sessions at the providers are removed with the identities. */
export const removeIdentitiesOf = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction.externalIdentity.deleteMany({ where: { userId } });
  await transaction.providerAttempt.deleteMany({ where: { userId } });
};

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

export const createAccounts = (database: Database, minutes: number) => {
  /** The link was sent to the account's address, so its user owns the account. */
  const takeOver = async (
    transaction: Transaction,
    take: () => Promise<string | undefined>,
    passwordHash: string,
    now: Date,
  ): Promise<string | undefined> => {
    const userId = await take();
    if (userId === undefined) return undefined;
    const { count } = await transaction.user.updateMany({
      where: { id: userId, emailVerified: false },
      data: { emailVerified: true, nameOpenUntil: new Date(now.getTime() + NAME_OPEN_MS) },
    });
    await setPassword(transaction, userId, { passwordHash, minutes });
    // Anybody may have owned the unverified account, typed the name, signed in at a provider and set up an app or a
    // passkey. Students decide about passkeys in the account check, because these also confirm marks.
    if (count > 0) {
      await removeIdentitiesOf(transaction, userId);
      await removeSecondFactorOf(transaction, userId);
      if ((await transaction.student.count({ where: { userId } })) === 0)
        await removeAllPasskeys(transaction, userId);
    }
    return userId;
  };
  return {
    signOutEverywhere: async (userId: string): Promise<void> => {
      await database.$transaction((transaction) => endSignIns(transaction, userId, minutes));
    },
    /** @param hash of the refresh token that the kept sign-in got together with its access token */
    signOutElsewhere: async (userId: string, hash: string): Promise<void> => {
      await database.$transaction(async (transaction) => {
        await changeUser(transaction, userId, {}, signedOutNow(minutes));
        if (!(await removeOtherFamiliesOf(transaction, userId, hash))) throw signedOutError();
      });
    },
    /**
     * Ends a stolen sign-in: its refresh tokens, and all access tokens of the person. The person's other
     * sign-ins get new access tokens at their next renewal.
     */
    revokeReused: async (reused: TokenFamily): Promise<void> => {
      await database.$transaction(async (transaction) => {
        await changeUser(transaction, reused.userId, {}, signedOutNow(minutes));
        await removeFamilyOf(transaction, reused);
      });
    },
    changePassword: (userId: string, present: string, next: string): Promise<Person | undefined> =>
      database.$transaction(async (transaction) => {
        const { count } = await transaction.user.updateMany({
          where: { id: userId, passwordHash: present },
          data: { passwordHash: next },
        });
        return count === 0 ? undefined : setPassword(transaction, userId, { passwordHash: next, minutes });
      }),
    resetPassword: (resetHash: string, passwordHash: string, now: Date): Promise<string | undefined> =>
      database.$transaction((transaction) =>
        takeOver(transaction, () => takePasswordReset(transaction, resetHash, now), passwordHash, now),
      ),
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
export type Accounts = ReturnType<typeof createAccounts>;

export const createPasswordResets = (database: Database) => ({
  add: async (hash: string, userId: string, expiresAt: Date): Promise<void> => {
    await database.passwordReset.create({ data: { hash, userId, expiresAt } });
  },
  ownerOf: async (hash: string, now: Date): Promise<string | undefined> => {
    const found = await database.passwordReset.findFirst({ where: { hash, expiresAt: { gt: now } } });
    return found?.userId;
  },
});
export type PasswordResets = ReturnType<typeof createPasswordResets>;
