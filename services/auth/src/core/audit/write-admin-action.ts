import { randomUUID } from 'node:crypto';
import type { PowerMessage } from '@qr-attendance/contracts';
import type { Transaction } from '../../db/database.ts';
import { addPowerNotice } from '../notices/add-power-notice.ts';

interface AdminActionEntry {
  adminId?: string;
  action:
    | 'create admin'
    | 'suspend'
    | 'restore'
    | 'reset devices'
    | 'confirm proofs'
    | 'send registration link'
    | 'merge'
    | 'undo merge'
    | 'erase'
    | 'create invite'
    | 'revoke invite'
    | 'create provider'
    | 'change provider'
    | 'activate provider'
    | 'deactivate provider'
    | 'link identity'
    | 'unlink identity'
    | 'password sign in'
    | 'activate second factor'
    | 'reset second factor';
  personId?: string;
  reason?: string | undefined;
}

const MESSAGES: Record<AdminActionEntry['action'], PowerMessage | undefined> = {
  'create admin': 'admin_created',
  suspend: 'account_suspended',
  restore: 'account_restored',
  'reset devices': 'account_devices_reset',
  'confirm proofs': 'proofs_confirmed',
  'send registration link': undefined,
  merge: 'accounts_merged',
  'undo merge': 'merge_undone',
  erase: 'person_erased',
  'create invite': 'invite_created',
  'revoke invite': undefined,
  'create provider': 'provider_changed',
  'change provider': 'provider_changed',
  'activate provider': 'provider_changed',
  'deactivate provider': 'provider_changed',
  'link identity': undefined,
  'unlink identity': undefined,
  'password sign in': 'password_used',
  'activate second factor': undefined,
  'reset second factor': 'account_second_factor_reset',
};

export const writeAdminAction = async (
  transaction: Pick<Transaction, 'adminAction' | '$executeRaw'>,
  { adminId: by, personId: person, reason, action }: AdminActionEntry,
): Promise<void> => {
  const what = MESSAGES[action];
  if (what)
    await addPowerNotice(transaction, {
      id: randomUUID(),
      what,
      at: new Date().toISOString(),
      by,
      person,
      receivers: person === undefined ? [] : [person],
      administrators: true,
      version: 1,
    });
  await transaction.adminAction.create({
    data: { action, adminId: by ?? null, personId: person ?? null, reason: reason ?? null },
  });
};
