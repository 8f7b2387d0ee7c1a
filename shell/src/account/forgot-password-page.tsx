import { routes } from '@qr-attendance/contracts';
import { Button, InputForm, Notice } from '@qr-attendance/ui-kit';
import { messageOf, whereEmailsAre } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { AccountEmailField } from './components/account-email-field.tsx';

/** Shows the same message whether or not the account exists. */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('account');
  const { api } = useIdentityState();
  const [progress, setProgress] = useState<'asked' | 'busy' | 'sent'>('asked');
  const [error, setError] = useState<string>();
  const submit = async ({ email }: { email: string }) => {
    setProgress('busy');
    setError(undefined);
    try {
      await api.call(routes.auth.forgotPassword, { body: { email } });
      setProgress('sent');
    } catch (failure) {
      setError(messageOf(failure, t('forgot.failed')));
      setProgress('asked');
    }
  };
  return (
    <FormCard title={t('forgot.title')} error={error} other={{ to: '/login', label: t('forgot.toLogin') }}>
      {progress === 'sent' ? (
        <Notice type="success" title={t('forgot.sent', { where: whereEmailsAre() })} role="status" />
      ) : (
        <>
          <p className="flush below">{t('forgot.help')}</p>
          <InputForm busy={progress === 'busy'} onFinish={submit}>
            <AccountEmailField />
            <Button type="primary" size="large" block htmlType="submit" loading={progress === 'busy'}>
              {t('forgot.submit')}
            </Button>
          </InputForm>
        </>
      )}
    </FormCard>
  );
};
