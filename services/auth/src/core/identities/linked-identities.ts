import type { LinkedIdentity, PasswordSignIn } from '@qr-attendance/contracts';
import { conflict, notFound } from '@qr-attendance/server';
import type { Database, Transaction } from '../../db/database.ts';
import { writeAdminAction } from '../audit/write-admin-action.ts';
import { NO_PASSWORD } from '../passwords/hash-password.ts';
import { queueMail } from '../email/email-queue.ts';

const list = async (
  database: Pick<Transaction, 'externalIdentity'>,
  userId: string,
): Promise<LinkedIdentity[]> => {
  const rows = await database.externalIdentity.findMany({
    where: { userId },
    include: { provider: true },
    orderBy: { linkedAt: 'asc' },
  });
  return rows.map(({ id, provider, label, linkedAt, lastUsedAt }) => ({
    _id: id,
    provider: { _id: provider.id, name: provider.name, active: provider.active },
    label,
    linkedAt: linkedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
};

/** While passwords are disabled, only administrators can sign in with one. */
const opensAccount = (
  { passwordHash, userType }: { passwordHash: string; userType: string },
  passwordSignIn: PasswordSignIn,
): boolean => passwordHash !== NO_PASSWORD && (passwordSignIn !== 'off' || userType === 'ADMIN');

const lastWayIn = (passwordSignIn: PasswordSignIn) =>
  passwordSignIn === 'off'
    ? conflict('last_sign_in', 'You could not sign in any more. Link another sign-in first.')
    : conflict(
        'last_way_in',
        'You could not sign in any more. Choose a password first: use “Forgot password?” on the sign-in page.',
      );

/** Lets a person list and unlink their own external identities. */
export const createLinkedIdentities = (database: Database, passwordSignIn: PasswordSignIn) => ({
  list: (userId: string): Promise<LinkedIdentity[]> => list(database, userId),
  find: (userId: string, providerId: string): Promise<{ issuer: string; subject: string }[]> =>
    database.externalIdentity.findMany({
      where: { userId, providerId },
      select: { issuer: true, subject: true },
    }),
  unlink: (userId: string, id: string): Promise<LinkedIdentity[]> =>
    database.$transaction(async (transaction) => {
      // Locks the user, because two concurrent requests could otherwise remove the last two identities.
      await transaction.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
      const identity = await transaction.externalIdentity.findFirst({
        where: { id, userId },
        include: { provider: true, user: { select: { passwordHash: true, userType: true } } },
      });
      if (!identity) throw notFound('Sign-in');
      const others = await transaction.externalIdentity.count({
        where: { userId, id: { not: id }, provider: { active: true } },
      });
      if (others === 0 && !opensAccount(identity.user, passwordSignIn)) throw lastWayIn(passwordSignIn);
      await transaction.externalIdentity.delete({ where: { id } });
      const { provider } = identity;
      await writeAdminAction(transaction, {
        adminId: userId,
        personId: userId,
        action: 'unlink identity',
        reason: provider.id,
      });
      await queueMail(transaction, { userId }, { kind: 'identity_unlinked', provider: provider.name });
      return list(transaction, userId);
    }),
});
export type LinkedIdentities = ReturnType<typeof createLinkedIdentities>;
