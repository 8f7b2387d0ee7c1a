import { changeUser } from '../../core/accounts/accounts.ts';
import { queueMail } from '../../core/email/email-queue.ts';
import { evictClaim } from '../../core/erasure/evict-claim.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { isUnproven, type StoredPerson } from '../../core/people/rules/judge-record.ts';
import type { Database } from '../../db/database.ts';

export interface LinkFor {
  userId: string;
  email: string;
  request: string | undefined;
}
type NewLink = LinkFor & { hash: string; expiresAt: Date };
type FoundLink = Omit<LinkFor, 'request'> & { request: string | null };

export const createEmailAddresses = (database: Database, minutes: number) => ({
  addLink: async ({ hash, userId, email, request, expiresAt }: NewLink): Promise<void> => {
    await database.$executeRaw`
      INSERT INTO email_verifications (hash, user_id, email, request, expires_at)
      SELECT ${hash}, id, ${email}, ${request ?? null}, ${expiresAt} FROM users
       WHERE id = ${userId}::uuid AND erased_at IS NULL FOR SHARE`;
  },
  startChange: (userId: string, newEmail: string, request: string): Promise<void> =>
    database.$transaction(async (transaction) => {
      await transaction.user.updateMany({ where: { id: userId, erasedAt: null }, data: { newEmail } });
      await queueMail(transaction, { userId }, { kind: 'password_forgotten', verification: true, request });
      await queueMail(transaction, { userId }, { kind: 'email_change_requested' });
    }),
  cancelChange: async (userId: string): Promise<void> => {
    await database.user.updateMany({ where: { id: userId }, data: { newEmail: null } });
  },
  findLink: (hash: string, now: Date): Promise<FoundLink | null> =>
    database.emailVerification.findFirst({ where: { hash, expiresAt: { gt: now } } }),
  /**
   * Verifies the address to which a link was sent; a new address replaces the current one. A repeated call
   * changes nothing.
   */
  verify: (hash: string, now: Date): Promise<boolean> =>
    database.$transaction(async (transaction) => {
      const where = { hash, expiresAt: { gt: now } };
      const verification = await transaction.emailVerification.findFirst({ where });
      if (!verification) return false;
      const { userId, email } = verification;
      const before = await transaction.user.findUnique({ where: { id: userId } });
      if (!before || before.erasedAt) return false;
      if (before.email === email) {
        await changeUser(transaction, userId, { email, emailVerified: false }, { emailVerified: true });
        return true;
      }
      if (before.newEmail !== email) return false;
      // A used link proves access to the mailbox; a registration with the address does not.
      const canEvict = (holder: StoredPerson) => holder.id !== userId && isUnproven(holder);
      await evictClaim(transaction, email, canEvict, minutes);
      const changed = await changeUser(
        transaction,
        userId,
        { newEmail: email, erasedAt: null },
        { email, emailKey: emailKeyOf(email), emailVerified: true, newEmail: null },
      );
      if (!changed) return false;
      if (before.emailVerified)
        await queueMail(transaction, { userId }, { kind: 'email_changed', address: before.email });
      // Links that were sent to the previous address must not give access to the account.
      await transaction.passwordReset.deleteMany({ where: { userId } });
      await transaction.signInLink.deleteMany({ where: { userId } });
      return true;
    }),
});
export type EmailAddresses = ReturnType<typeof createEmailAddresses>;
