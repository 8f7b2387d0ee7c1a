import { routes } from '@qr-attendance/contracts';
import { Failure } from '@qr-attendance/ui-kit';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../../identity/identity-context.ts';
import { useLeave } from '../use-leave.ts';
import { Section } from './section.tsx';

export const SignOutEverywhere = () => {
  const { t } = useTranslation('account');
  const { api } = useIdentityState();
  const leave = useLeave();
  const signOut = useMutation({
    mutationFn: () => api.call(routes.auth.signOutEverywhere),
    onSuccess: () => leave('signedOutEverywhere'),
  });
  return (
    <Section title={t('everywhere.title')} help={t('everywhere.help')}>
      <Failure error={signOut.error} text={t('everywhere.failed')} />
      <Button onClick={() => signOut.mutate()} loading={signOut.isPending}>
        {t('everywhere.submit')}
      </Button>
    </Section>
  );
};
