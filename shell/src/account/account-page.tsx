import { Facts, NotifyProvider, PageHeader } from '@qr-attendance/ui-kit';
import { createQueryClient } from '@qr-attendance/web-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { useRoleName } from '../identity/use-role-name.ts';
import { kindOf } from '../identity/user-kind.ts';
import { ChangePassword } from './components/change-password.tsx';
import { EraseAccount } from './components/erase-account.tsx';
import { DataExport } from './components/data-export.tsx';
import { EmailAddress } from './components/email-address.tsx';
import { Notices } from './components/notices.tsx';
import { Section } from './components/section.tsx';
import { SignOutEverywhere } from './components/sign-out-everywhere.tsx';

export const AccountPage = () => {
  const { t } = useTranslation('account');
  const { state } = useIdentityState();
  const roleName = useRoleName();
  const [queries] = useState(createQueryClient);
  if (state.status !== 'signed-in') return null;
  const { user } = state;
  const facts = [
    { name: t('facts.name'), value: <span dir="auto">{user.name}</span> },
    { name: t('facts.email'), value: user.email },
    { name: t('facts.userType'), value: roleName(kindOf(user)) },
  ];
  return (
    <QueryClientProvider client={queries}>
      <NotifyProvider>
        <div style={{ maxWidth: 720, marginInline: 'auto' }}>
          <PageHeader title={t('title')} help={t('help')} />
          <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
            <Section title={t('facts.title')}>
              <Facts columns={1} facts={facts} />
            </Section>
            <EmailAddress />
            {user.userType !== 'ADMIN' && <Notices />}
            <ChangePassword user={user} />
            <SignOutEverywhere />
            <DataExport />
            <EraseAccount user={user} />
          </div>
        </div>
      </NotifyProvider>
    </QueryClientProvider>
  );
};
