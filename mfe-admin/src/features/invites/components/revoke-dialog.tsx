import type { Invite } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useRevokeInvite } from '../api.ts';

export const RevokeDialog = ({ invite: { id, note }, onClose }: { invite: Invite; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const revoke = useRevokeInvite();
  const confirm = () =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(t('invites.revoked')),
      onError: (error) => notify.error(messageOf(error, t('invites.revokeFailed'))),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={t('invites.revokeOf', { note })}
      confirmText={t('invites.revoke')}
      cancelText={t('cancel')}
      busy={revoke.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('invites.revokeText')}
    </ConfirmDialog>
  );
};
