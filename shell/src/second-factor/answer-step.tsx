import { type PasskeyAssertion, routes, type SecondFactorAnswer, type User } from '@qr-attendance/contracts';
import {
  Button,
  CODE_DIGITS,
  CodeField,
  Notice,
  PlainForm,
  TextField,
  typedCode,
} from '@qr-attendance/ui-kit';
import { confirmWithPasskey, supportsPasskeys } from '@qr-attendance/ui-kit/passkey';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import type { Challenge } from './challenge.ts';
import { useAttempt } from './use-attempt.ts';
import { useResend } from './use-resend.ts';
import './second-factor.css';

export interface StepProps {
  challenge: Challenge;
  /** Shows the user. */
  onSignedIn: () => Promise<void>;
  /** Opens the page that required the sign-in. */
  onDone: (user: User) => void;
  /** Opens the form for the password. */
  onBack: (problem?: string) => void;
}

type Method = 'app' | 'passkey' | 'recovery';

const firstMethod = ({ hasApp, hasPasskey }: Challenge): Method => {
  if (hasApp) return 'app';
  return hasPasskey && supportsPasskeys() ? 'passkey' : 'recovery';
};

/** Asks for the second factor of a person who has one. */
export const AnswerStep = ({ challenge, onSignedIn, onDone, onBack }: StepProps) => {
  const { t } = useTranslation('secondFactor');
  const { api, storeSignIn } = useIdentityState();
  const [first] = useState(() => firstMethod(challenge));
  const [method, setMethod] = useState(first);
  const [typed, setTyped] = useState('');
  const [remember, setRemember] = useState(false);
  const [isAskingForPasskey, setAskingForPasskey] = useState(false);
  const { busy, wrong, problem, setWrong, attempt } = useAttempt({
    onWrong: () => setTyped(''),
    onExpired: onBack,
  });
  const resend = useResend<PasskeyAssertion>();
  const canUsePasskey = challenge.hasPasskey && supportsPasskeys();

  const finish = async (body: SecondFactorAnswer) => {
    const { user } = await storeSignIn(() => api.call(routes.auth.finishWithSecondFactor, { body }));
    await onSignedIn();
    onDone(user);
  };
  const send = (value: string) =>
    void attempt(() =>
      finish(method === 'recovery' ? { recoveryCode: value, remember } : { code: value, remember }),
    );
  const sendPasskey = async () => {
    setAskingForPasskey(true);
    await attempt(() =>
      resend(
        async () => confirmWithPasskey(await api.call(routes.auth.startPasskeyAtSignIn, {})),
        (passkey) => finish({ passkey, remember }),
      ),
    );
    setAskingForPasskey(false);
  };
  const submit = () => {
    if (method === 'passkey') void sendPasskey();
    else if (method === 'recovery' ? typed.trim() !== '' : typed.length === CODE_DIGITS) send(typed);
    else
      setWrong(
        method === 'recovery'
          ? t('common:required', { field: t('signIn.recoveryCode') })
          : t('code.incomplete'),
      );
  };
  const change = (value: string) => {
    setTyped(value);
    setWrong(undefined);
  };
  const choose = (next: Method) => {
    setMethod(next);
    change('');
  };
  return (
    <FormCard title={t(`signIn.title.${method}`)} error={problem} other={undefined}>
      {first === 'recovery' && challenge.hasPasskey && (
        <Notice type="info" title={t('passkey.unsupported')} className="below" />
      )}
      <p className="flush below">{t(`signIn.help.${method}`)}</p>
      <PlainForm busy={busy} onSubmit={submit} aria-label={t(`signIn.title.${method}`)}>
        {/* Above the field, because the last digit submits the form. */}
        <label className="second-factor-remember">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />
          {t('signIn.remember')}
        </label>
        {method === 'recovery' && (
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
        )}
        {method === 'app' && (
          <CodeField
            key="code"
            label={t('code.label')}
            error={wrong}
            value={typed}
            onChange={change}
            onComplete={send}
          />
        )}
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={busy && (method === 'passkey' || !isAskingForPasskey)}
        >
          {t(method === 'passkey' ? 'signIn.usePasskey' : 'signIn.submit')}
        </Button>
        {method === 'app' && canUsePasskey && (
          <Button
            size="large"
            block
            className="second-factor-passkey"
            loading={isAskingForPasskey}
            onClick={() => !busy && void sendPasskey()}
          >
            {t('signIn.usePasskey')}
          </Button>
        )}
      </PlainForm>
      <div className="second-factor-others">
        {method !== 'recovery' && (
          <Button type="text" onClick={() => choose('recovery')}>
            {t('signIn.useRecoveryCode')}
          </Button>
        )}
        {method === 'recovery' && first !== 'recovery' && (
          <Button type="text" onClick={() => choose(first)}>
            {t(first === 'app' ? 'signIn.useApp' : 'signIn.usePasskey')}
          </Button>
        )}
        <Button type="text" onClick={() => onBack()}>
          {t('signIn.back')}
        </Button>
      </div>
    </FormCard>
  );
};
