import type { Invite } from '@qr-attendance/contracts';
import { ConfirmDialog, LoadMore, PageHeader, QueryView, useNotify } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvites, useRevokeInvite } from '../api.ts';
import { InviteForm } from '../components/invite-form.tsx';
import { InvitesTable } from '../components/invites-table.tsx';
import { messageOf } from '@qr-attendance/web-kit';

export const InvitesPage = () => {
  const { t } = useTranslation('admin');
  const invites = useInvites();
  const [chosen, setChosen] = useState<Invite>();
  return (
    <>
      <PageHeader title={t('invites.title')} help={t('invites.help')} />
      <InviteForm />
      <h2 className="title above-lg below-sm">{t('invites.list')}</h2>
      <QueryView query={invites} errorMessage={t('invites.listFailed')}>
        {({ pages }) => (
          <>
            <InvitesTable invites={pages.flatMap(({ items }) => items)} onRevoke={setChosen} />
            <LoadMore pages={invites} />
          </>
        )}
      </QueryView>
      {chosen && <RevokeDialog invite={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
};

const RevokeDialog = ({ invite: { id, note }, onClose }: { invite: Invite; onClose: () => void }) => {
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
