import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RecoveryCodes,
  SecondFactorActivation,
  TotpSetup,
} from '@qr-attendance/contracts';
import { Button, CODE_DIGITS, CodeField, Notice, PlainForm } from '@qr-attendance/ui-kit';
import { confirmWithPasskey, supportsPasskeys } from '@qr-attendance/ui-kit/passkey';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppSecret } from './app-secret.tsx';
import { newPasskey } from './new-passkey.ts';
import { useAttempt } from './use-attempt.ts';
import { useResend } from './use-resend.ts';
import './second-factor.css';

interface Props {
  onlyApp?: boolean;
  /** Whether the person has a passkey, which can become the second factor. */
  hasPasskey: boolean;
  startApp: () => Promise<TotpSetup>;
  startPasskey: () => Promise<PasskeyCreationOptions>;
  requestPasskey: () => Promise<PasskeyRequestOptions>;
  /** Resolves with codes that are shown once. */
  activate: (activation: SecondFactorActivation) => Promise<RecoveryCodes>;
  onExpired?: (problem: string) => void;
  onCancel?: () => void;
}

type Way = 'app' | 'new passkey' | 'passkey';

/** Sets up a passkey or an authenticator app as the second factor. */
export const Setup = ({
  onlyApp = false,
  hasPasskey,
  startApp,
  startPasskey,
  requestPasskey,
  activate,
  onExpired,
  onCancel,
}: Props) => {
  const { t } = useTranslation('secondFactor');
  const [setup, setSetup] = useState<TotpSetup>();
  const [code, setCode] = useState('');
  const [way, setWay] = useState<Way>();
  const resend = useResend<SecondFactorActivation>();
  const { busy, wrong, problem, setWrong, attempt } = useAttempt({
    onWrong: () => setCode(''),
    onRestart: () => setSetup(undefined),
    onExpired,
  });
  const send = (digits: string) => void attempt(() => activate({ code: digits }));
  const submit = () => (code.length === CODE_DIGITS ? send(code) : setWrong(t('code.incomplete')));

  const run = async (chosen: Way, work: () => Promise<unknown>) => {
    if (busy) return;
    setWay(chosen);
    await attempt(work);
    setWay(undefined);
  };
  const startWithApp = () =>
    run('app', async () => {
      setSetup(await startApp());
      setCode('');
    });
  const activatePasskey = (chosen: Way, prepare: () => Promise<SecondFactorActivation>) =>
    run(chosen, () => resend(prepare, activate));
  const addPasskey = () => activatePasskey('new passkey', () => newPasskey(startPasskey, t('passkey.name')));
  const choosePasskey = () =>
    activatePasskey('passkey', async () => ({ passkey: await confirmWithPasskey(await requestPasskey()) }));

  const failed = problem !== undefined && <Notice type="error" title={problem} className="below" />;
  const cancel = onCancel && <Button onClick={onCancel}>{t('common:cancel')}</Button>;
  if (setup)
    return (
      <PlainForm busy={busy} onSubmit={submit} aria-label={t('setup.title')}>
        {failed}
        <AppSecret setup={setup} />
        <CodeField
          label={t('setup.code')}
          error={wrong}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setWrong(undefined);
          }}
          onComplete={send}
        />
        <div className="row">
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('setup.activate')}
          </Button>
          {cancel}
        </div>
      </PlainForm>
    );
  const passkeys = !onlyApp && supportsPasskeys();
  return (
    <>
      {failed}
      {passkeys && (
        <>
          <p className="flush below-xs">{t('setup.passkey')}</p>
          <div className="row below">
            {hasPasskey && (
              <Button loading={way === 'passkey'} onClick={() => void choosePasskey()}>
                {t('setup.usePasskey')}
              </Button>
            )}
            <Button type="primary" loading={way === 'new passkey'} onClick={() => void addPasskey()}>
              {t('setup.addPasskey')}
            </Button>
          </div>
        </>
      )}
      <p className="flush below-xs">{t('setup.app')}</p>
      <div className="row">
        <Button
          type={passkeys ? 'default' : 'primary'}
          loading={way === 'app'}
          onClick={() => void startWithApp()}
        >
          {t('setup.useApp')}
        </Button>
        {cancel}
      </div>
    </>
  );
};
