import { routes } from '@qr-attendance/contracts';
import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Where the mailed link leads. It verifies only at a press, as programs that look through mails open links. */
export const VerifyEmailPage = () => {
  const { t } = useTranslation('account');
  const { api, state, reload } = useIdentityState();
  const token = useMailedToken();
  const [progress, setProgress] = useState<'asked' | 'busy' | 'done'>('asked');
  const [error, setError] = useState<string>();
  const isSignedIn = state.status === 'signed-in';
  const verify = async () => {
    setProgress('busy');
    setError(undefined);
    try {
      await api.call(routes.auth.verifyEmailAddress, { body: { token: token ?? '' } });
      setProgress('done');
      // It may be another address than before.
      if (isSignedIn) await reload();
    } catch (failure) {
      setError(messageOf(failure, t('verify.failed')));
      setProgress('asked');
    }
  };
  const content = () => {
    if (progress === 'done') return <Alert type="success" showIcon title={t('verify.done')} role="status" />;
    if (token === undefined) return <Alert type="info" showIcon title={t('verify.noToken')} />;
    return (
      <>
        <p style={{ margin: '0 0 20px' }}>{t('verify.help')}</p>
        <Button type="primary" size="large" block onClick={() => void verify()} loading={progress === 'busy'}>
          {t('verify.submit')}
        </Button>
      </>
    );
  };
  const other = isSignedIn
    ? { to: '/account', label: t('verify.toAccount') }
    : { to: '/login', label: t('forgot.toLogin') };
  return (
    <FormCard title={t('verify.title')} error={error} other={other}>
      {content()}
    </FormCard>
  );
};
