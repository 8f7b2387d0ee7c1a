import type { Invite } from '@qr-attendance/contracts';
import { hashSecret } from '@qr-attendance/server';
import type { Database, Transaction } from '../../db/database.ts';
import { codeKeyOf } from '../tokens/rules/secret.ts';
import { writeAdminAction } from '../audit/write-admin-action.ts';

interface Row {
  id: string;
  note: string;
  usesLeft: number;
  createdAt: Date;
  expiresAt: Date;
}
const toInvite = ({ id, note, usesLeft, createdAt, expiresAt }: Row): Invite => ({
  id,
  note,
  usesLeft,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
export const inviteHashOf = (code: string): string => hashSecret(codeKeyOf(code));

export const useInvite = async (transaction: Transaction, hash: string, now: Date): Promise<boolean> => {
  const { count } = await transaction.invite.updateMany({
    where: { hash, usesLeft: { gt: 0 }, expiresAt: { gt: now } },
    data: { usesLeft: { decrement: 1 } },
  });
  return count === 1;
};

export const createInvites = (database: Database) => ({
  add: (
    adminId: string,
    code: string,
    { note, uses, expiresAt }: { note: string; uses: number; expiresAt: Date },
  ): Promise<Invite> =>
    database.$transaction(async (transaction) => {
      const row = await transaction.invite.create({
        data: { hash: inviteHashOf(code), note, usesLeft: uses, expiresAt },
      });
      await writeAdminAction(transaction, { adminId, action: 'create invite', reason: note });
      return toInvite(row);
    }),
  list: async (limit: number, before: { createdAt: Date; id: string } | undefined, now: Date) => {
    const rows = await database.invite.findMany({
      where: {
        usesLeft: { gt: 0 },
        expiresAt: { gt: now },
        ...(before
          ? {
              OR: [
                { createdAt: { lt: before.createdAt } },
                { createdAt: before.createdAt, id: { lt: before.id } },
              ],
            }
          : {}),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    });
    return rows.map(toInvite);
  },
  revoke: (adminId: string, id: string): Promise<boolean> =>
    database.$transaction(async (transaction) => {
      const [row] = await transaction.invite.findMany({ where: { id } });
      const { count } = await transaction.invite.deleteMany({ where: { id } });
      if (count === 0) return false;
      await writeAdminAction(transaction, { adminId, action: 'revoke invite', reason: row?.note });
      return true;
    }),
});
export type Invites = ReturnType<typeof createInvites>;
