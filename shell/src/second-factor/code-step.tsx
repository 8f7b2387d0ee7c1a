import { routes, type User } from '@qr-attendance/contracts';
import { Button, CODE_DIGITS, CodeField, PlainForm, TextField, typedCode } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { useAttempt } from './use-attempt.ts';
import './second-factor.css';

export interface StepProps {
  /** Shows the user. */
  onSignedIn: () => Promise<void>;
  /** Opens the page that required the sign-in. */
  onDone: (user: User) => void;
  /** Opens the form for the password. */
  onBack: (problem?: string) => void;
}

export const CodeStep = ({ onSignedIn, onDone, onBack }: StepProps) => {
  const { t } = useTranslation('secondFactor');
  const { api, storeSignIn } = useIdentityState();
  const [isRecovery, setRecovery] = useState(false);
  const [typed, setTyped] = useState('');
  const [remember, setRemember] = useState(false);
  const { busy, wrong, problem, setWrong, attempt } = useAttempt({
    onWrong: () => setTyped(''),
    onExpired: onBack,
  });

  const send = (value: string) =>
    void attempt(async () => {
      const body = isRecovery ? { recoveryCode: value, remember } : { code: value, remember };
      const { user } = await storeSignIn(() => api.call(routes.auth.finishWithSecondFactor, { body }));
      await onSignedIn();
      onDone(user);
    });
  const submit = () => {
    if (isRecovery ? typed.trim() !== '' : typed.length === CODE_DIGITS) send(typed);
    else
      setWrong(isRecovery ? t('common:required', { field: t('signIn.recoveryCode') }) : t('code.incomplete'));
  };
  const change = (value: string) => {
    setTyped(value);
    setWrong(undefined);
  };
  return (
    <FormCard title={t('signIn.title')} error={problem} other={undefined}>
      <p className="flush below">{t(isRecovery ? 'signIn.recoveryHelp' : 'signIn.help')}</p>
      <PlainForm busy={busy} onSubmit={submit}>
        {/* Above the field, because the last digit submits the form. */}
        <label className="second-factor-remember">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />
          {t('signIn.remember')}
        </label>
        {isRecovery ? (
          <TextField
            key="recovery"
            {...typedCode}
            large
            autoFocus
            label={t('signIn.recoveryCode')}
            error={wrong}
            value={typed}
            onChange={({ target }) => change(target.value)}
          />
        ) : (
          <CodeField
            key="code"
            label={t('code.label')}
            error={wrong}
            value={typed}
            onChange={change}
            onComplete={send}
          />
        )}
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {t('signIn.submit')}
        </Button>
      </PlainForm>
      <div className="second-factor-others">
        <Button
          type="text"
          onClick={() => {
            setRecovery(!isRecovery);
            change('');
          }}
        >
          {t(isRecovery ? 'signIn.useApp' : 'signIn.useRecoveryCode')}
        </Button>
        <Button type="text" onClick={() => onBack()}>
          {t('signIn.back')}
        </Button>
      </div>
    </FormCard>
  );
};
