import type { Invite } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useRevokeInvite } from '../api/invites.ts';
import { Dialog } from './dialog.tsx';

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
    <Dialog
      title={t('invites.revokeOf', { note })}
      text={t('invites.revokeText')}
      busy={revoke.isPending}
      onCancel={onClose}
    >
      <div className="admin-dialog-buttons">
        <Button onClick={onClose} disabled={revoke.isPending}>
          {t('cancel')}
        </Button>
        <Button danger onClick={confirm} loading={revoke.isPending}>
          {t('invites.revoke')}
        </Button>
      </div>
    </Dialog>
  );
};
