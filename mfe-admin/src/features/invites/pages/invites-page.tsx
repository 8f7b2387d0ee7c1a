import type { Invite } from '@qr-attendance/contracts';
import { LoadMore, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvites } from '../api.ts';
import { InviteForm } from '../components/invite-form.tsx';
import { InvitesTable } from '../components/invites-table.tsx';
import { RevokeDialog } from '../components/revoke-dialog.tsx';

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
