import type { Transaction } from '../db/database.ts';

/** What an administrator did, for ever. */
export interface AdminActionEntry {
  /** None for what was done on the command line. */
  adminId?: string;
  action:
    'create admin' | 'suspend' | 'restore' | 'reset devices' | 'erase' | 'create invite' | 'revoke invite';
  personId?: string;
  reason?: string | undefined;
}

/** Notes an action down, beside its effect. */
export const writeAdminAction = async (
  transaction: Transaction,
  { adminId, personId, reason, action }: AdminActionEntry,
): Promise<void> => {
  await transaction.adminAction.create({
    data: { action, adminId: adminId ?? null, personId: personId ?? null, reason: reason ?? null },
  });
};
