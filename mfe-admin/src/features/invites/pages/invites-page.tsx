import type { Invite } from '@qr-attendance/contracts';
import { ConfirmActionDialog, PageHeader, PagesView } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvites, useRevokeInvite } from '../api.ts';
import { InviteForm } from '../components/invite-form.tsx';
import { InvitesTable } from '../components/invites-table.tsx';

export const InvitesPage = () => {
  const { t } = useTranslation('admin');
  const invites = useInvites();
  const [chosen, setChosen] = useState<Invite>();
  return (
    <>
      <PageHeader title={t('invites.title')} help={t('invites.help')} />
      <InviteForm />
      <h2 className="title above-lg below-sm">{t('invites.list')}</h2>
      <PagesView pages={invites} errorMessage={t('invites.listFailed')}>
        {(found) => <InvitesTable invites={found} onRevoke={setChosen} />}
      </PagesView>
      {chosen && <RevokeDialog invite={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
};

const RevokeDialog = ({ invite: { id, note }, onClose }: { invite: Invite; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const revoke = useRevokeInvite();
  return (
    <ConfirmActionDialog
      title={t('invites.revokeOf', { note })}
      text={t('invites.revokeText')}
      confirm={t('invites.revoke')}
      act={() => revoke.mutateAsync(id)}
      onGiveUp={revoke.cancel}
      done={t('invites.revoked')}
      failure={t('invites.revokeFailed')}
      onClose={onClose}
    />
  );
};
