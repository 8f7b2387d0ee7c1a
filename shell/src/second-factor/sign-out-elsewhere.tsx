import { routes } from '@qr-attendance/contracts';
import { Button, Notice } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';

/** Other devices stay signed in after a change of the second factor, and one of them may be a thief's. */
export const SignOutElsewhere = () => {
  const { t } = useTranslation('secondFactor');
  const { api, renewToken } = useIdentityState();
  const [state, setState] = useState<'signed in' | 'busy' | 'signed out'>('signed in');
  const [problem, setProblem] = useState<string>();
  const signOut = async () => {
    setState('busy');
    setProblem(undefined);
    try {
      await api.call(routes.auth.signOutElsewhere, {});
      setState('signed out');
    } catch (failure) {
      setProblem(messageOf(failure, t('elsewhere.failed')));
      return setState('signed in');
    }
    // Otherwise the next request renews the token.
    await renewToken().catch(() => undefined);
  };
  return (
    <div className="second-factor-elsewhere below">
      <p className="flush below-xs">{t('elsewhere.help')}</p>
      {problem !== undefined && <Notice type="error" title={problem} className="below-xs" />}
      {state !== 'signed out' && (
        <Button loading={state === 'busy'} onClick={() => void signOut()}>
          {t('elsewhere.submit')}
        </Button>
      )}
      <p role="status" className="flush medium">
        {state === 'signed out' && t('elsewhere.done')}
      </p>
    </div>
  );
};
