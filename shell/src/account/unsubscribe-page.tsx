import { routes } from '@qr-attendance/contracts';
import { Button, Notice } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Unsubscribes only after a press, because mail scanners open links. */
export const UnsubscribePage = () => {
  const { t } = useTranslation('account');
  const { api, state } = useIdentityState();
  const token = useMailedToken();
  const [progress, setProgress] = useState<'asked' | 'busy' | 'done'>('asked');
  const [error, setError] = useState<string>();
  const stop = async (given: string) => {
    setProgress('busy');
    setError(undefined);
    try {
      await api.call(routes.auth.unsubscribe, { query: { token: given } });
      setProgress('done');
    } catch (failure) {
      setProgress('asked');
      setError(messageOf(failure, t('unsubscribe.failed')));
    }
  };
  const content = () => {
    if (progress === 'done') return <Notice type="success" title={t('unsubscribe.done')} role="status" />;
    if (token === undefined) return <Notice type="info" title={t('unsubscribe.noToken')} />;
    return (
      <>
        <p className="flush below">{t('unsubscribe.help')}</p>
        <Button
          type="primary"
          size="large"
          block
          onClick={() => void stop(token)}
          loading={progress === 'busy'}
        >
          {t('unsubscribe.submit')}
        </Button>
      </>
    );
  };
  const other =
    state.status === 'signed-in'
      ? { to: '/account', label: t('unsubscribe.toAccount') }
      : { to: '/login', label: t('forgot.toLogin') };
  return (
    <FormCard title={t('unsubscribe.title')} error={error} other={other}>
      {content()}
    </FormCard>
  );
};
