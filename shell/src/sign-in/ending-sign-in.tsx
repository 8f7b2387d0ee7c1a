import { routes } from '@qr-attendance/contracts';
import { Button, Notice } from '@qr-attendance/ui-kit';
import { formatDayTime, isProofCanceled, messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';

/** Extends the sign-in in place: the API client asks for a proof, and the page below stays as it is. */
export const EndingSignIn = ({ end }: { end: number }) => {
  const { t } = useTranslation('providers');
  const { api, renewToken } = useIdentityState();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const extend = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await api.call(routes.auth.extendSignIn, {});
      await renewToken();
    } catch (failure) {
      if (!isProofCanceled(failure)) setError(messageOf(failure, t('end.failed')));
    }
    setBusy(false);
  };
  return (
    <Notice
      type={error === undefined ? 'info' : 'error'}
      role="status"
      className="below"
      title={error ?? t('end.title', { time: formatDayTime(new Date(end).toISOString()) })}
      action={
        <Button loading={busy} onClick={() => void extend()}>
          {t('end.extend')}
        </Button>
      }
    />
  );
};
