import { routes } from '@qr-attendance/contracts';
import { Button, Card, Failure } from '@qr-attendance/ui-kit';
import { useApiMutation } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useLeave } from '../use-leave.ts';

export const SignOutEverywhere = () => {
  const { t } = useTranslation('account');
  const leave = useLeave();
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
