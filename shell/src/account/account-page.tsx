import { Button, Card, Facts, Failure, LoadingState, PageHeader } from '@qr-attendance/ui-kit';
import { retryableLazy, useApiMutation, useIdentity, useRoleName } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { SignedInPage } from '../identity/signed-in-page.tsx';
import { ChangePassword } from './components/change-password.tsx';
import { EraseAccount } from './components/erase-account.tsx';
import { DataExport } from './components/data-export.tsx';
import { EmailAddress } from './components/email-address.tsx';
import { LinkedSignIns } from './components/linked-sign-ins.tsx';
import { Notices } from './components/notices.tsx';
import { routes } from '@qr-attendance/contracts';
import { useSignOutTo } from './use-sign-out-to.ts';

const SecondFactor = retryableLazy<object>(
  async () => {
    try {
      const { texts, SecondFactor: Section } = await import('../second-factor/account-chunk.ts');
      await texts;
      return Section;
    } catch {
      return NotLoaded;
    }
  },
  <Card>
    <LoadingState rows={2} />
  </Card>,
);

const Account = () => {
  const { t } = useTranslation('account');
  const { user } = useIdentity();
  const roleName = useRoleName();
  const facts = [
    { name: t('facts.name'), value: <span dir="auto">{user.name}</span> },
    { name: t('facts.email'), value: user.email },
    { name: t('facts.userType'), value: roleName(user.userType) },
  ];
  return (
    <div className="column">
      <PageHeader title={t('title')} help={t('help')} />
      <div className="stack">
        <Card title={t('facts.title')}>
          <Facts columns={1} facts={facts} />
        </Card>
        <EmailAddress />
        {user.userType !== 'ADMIN' && <Notices />}
        <ChangePassword user={user} />
        <SecondFactor />
        <LinkedSignIns />
        <SignOutEverywhere />
        <DataExport />
        <EraseAccount user={user} />
      </div>
    </div>
  );
};

export const AccountPage = () => (
  <SignedInPage>
    <Account />
  </SignedInPage>
);

const SignOutEverywhere = () => {
  const { t } = useTranslation('account');
  const leave = useSignOutTo();
  const signOut = useApiMutation(routes.auth.signOutEverywhere, () => ({}), {
    onSuccess: () => leave('signedOutEverywhere'),
  });
  return (
    <Card title={t('everywhere.title')} help={t('everywhere.help')}>
      <Failure error={signOut.error} text={t('everywhere.failed')} />
      <Button onClick={() => signOut.mutate()} loading={signOut.isPending}>
        {t('everywhere.submit')}
      </Button>
    </Card>
  );
};
