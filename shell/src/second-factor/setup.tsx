import type { RecoveryCodes, TotpSetup } from '@qr-attendance/contracts';
import { Button, CODE_DIGITS, CodeField, Notice, PlainForm, useMedia } from '@qr-attendance/ui-kit';
import { QrPicture } from '@qr-attendance/ui-kit/qr';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { useAttempt } from './use-attempt.ts';
import './second-factor.css';

const QR_SIZE = 208;

const Secret = ({ setup: { secret, uri } }: { setup: TotpSetup }) => {
  const { t } = useTranslation('secondFactor');
  // A phone cannot scan its own screen.
  const isPhone = useMedia('(pointer: coarse)');
  return (
    <>
      <p className="flush below">{t(isPhone ? 'setup.open' : 'setup.scan')}</p>
      {isPhone && (
        <a className="ui-button ui-button-default ui-button-large ui-button-block below" href={uri}>
          {t('setup.openApp')}
        </a>
      )}
      <div className="second-factor-qr below">
        <QrPicture text={uri} size={QR_SIZE} label={t('setup.qr')} />
      </div>
      <p className="flush below-xs">{t('setup.type')}</p>
      <div className="row below">
        <code className="code-text strong">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label={t('setup.copySecret')} />
      </div>
    </>
  );
};

interface Props {
  start: () => Promise<TotpSetup>;
  activate: (code: string) => Promise<RecoveryCodes>;
  onExpired?: (problem: string) => void;
  onCancel?: () => void;
}

/** Adds an authenticator app. `activate` resolves with codes that are shown once. */
export const Setup = ({ start, activate, onExpired, onCancel }: Props) => {
  const { t } = useTranslation('secondFactor');
  const [setup, setSetup] = useState<TotpSetup>();
  const [code, setCode] = useState('');
  const { busy, wrong, problem, setWrong, attempt } = useAttempt({
    onWrong: () => setCode(''),
    onRestart: () => setSetup(undefined),
    onExpired,
  });
  const send = (digits: string) => void attempt(() => activate(digits));
  const submit = () => {
    if (!setup)
      void attempt(async () => {
        setSetup(await start());
        setCode('');
      });
    else if (code.length === CODE_DIGITS) send(code);
    else setWrong(t('code.incomplete'));
  };
  return (
    <PlainForm busy={busy} onSubmit={submit} aria-label={t('setup.title')}>
      {problem !== undefined && <Notice type="error" title={problem} className="below" />}
      {setup ? (
        <>
          <Secret setup={setup} />
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
        </>
      ) : (
        <p className="flush below">{t('setup.app')}</p>
      )}
      <div className="row">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t(setup ? 'setup.activate' : 'setup.start')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common:cancel')}</Button>}
      </div>
    </PlainForm>
  );
};
