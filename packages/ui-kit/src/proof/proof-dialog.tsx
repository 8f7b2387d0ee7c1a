import { factorMethods, routes, type RouteContract } from '@qr-attendance/contracts';
import { messageOf, type ApiClient } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { CODE_DIGITS, CodeField } from '../form/code-field.tsx';
import { PlainForm } from '../form/plain-form.tsx';
import { TextField } from '../form/text-field.tsx';
import { Notice } from '../notice/notice.tsx';
import { ProveByProvider, type WatchProofs } from './prove-by-provider.tsx';
import { useAnswer } from './use-answer.ts';

export interface Prover {
  email: string;
  /** Whether a passkey of the person is past its cool-down. */
  hasPasskey: boolean;
  /** Missing if accounts of this page's users cannot have linked identities. */
  watchProofs?: WatchProofs;
}
export interface ProofRequest {
  api: Pick<ApiClient, 'call'>;
  route: Pick<RouteContract, 'grants'>;
  prover: Prover;
  /** Called with the access token that contains the proof. */
  onProved: (token: string) => void;
  onCancel: () => void;
}

interface Proof {
  token: string;
}
const proveByPasskey = async (api: ProofRequest['api']): Promise<Proof> => {
  const { confirmWithPasskey } = await import('../passkey/index.ts');
  const credential = await confirmWithPasskey(await api.call(routes.auth.startPasskeyProof, {}));
  return api.call(routes.auth.confirmPasskey, { body: { credential } });
};

/**
 * Asks for the password, a code or a passkey of this account before a change, so that a stolen access token is
 * not sufficient for it.
 */
export const ProofDialog = ({ api, route, prover, onProved, onCancel }: ProofRequest) => {
  const { t } = useTranslation('proof');
  const factor = useAnswer(api, routes.auth.getSecondFactor);
  const methods = factor && factorMethods(factor);
  const hasPasskey = prover.hasPasskey || methods?.canUsePasskey;
  const [typed, setTyped] = useState<'password' | 'code'>('password');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [passkeyError, setPasskeyError] = useState<string>();
  const [busy, setBusy] = useState<'typed' | 'passkey'>();
  const prove = async (
    by: 'typed' | 'passkey',
    send: () => Promise<Proof>,
    show: (error: string) => void,
  ): Promise<void> => {
    setBusy(by);
    setError(undefined);
    setPasskeyError(undefined);
    try {
      onProved((await send()).token);
    } catch (failure) {
      setBusy(undefined);
      setCode('');
      show(messageOf(failure, t(by === 'typed' ? 'failed' : 'passkeyFailed')));
    }
  };
  const sendCode = (digits: string) =>
    void prove(
      'typed',
      () => api.call(routes.auth.proveBySecondFactor, { body: { code: digits } }),
      setError,
    );
  const submit = () => {
    if (typed === 'code') return code.length === CODE_DIGITS ? sendCode(code) : setError(t('codeIncomplete'));
    if (password === '') return setError(t('common:required', { field: t('password') }));
    void prove('typed', () => api.call(routes.auth.confirmPassword, { body: { password } }), setError);
  };
  const other = typed === 'password' ? 'code' : 'password';
  const { grants } = route;
  const why = grants === 'reads' || grants === 'changesOwn' ? undefined : t(`why.${grants}`);
  const text = [why, t(`enter.${typed}`)].filter(Boolean).join(' ');
  return (
    <Dialog title={t('title')} text={text} onClose={onCancel}>
      <PlainForm busy={busy !== undefined} onSubmit={submit} className="stack gap-sm" aria-label={t('title')}>
        {/* Password managers need the account to which the password belongs. */}
        <input type="email" autoComplete="username" value={prover.email} readOnly hidden />
        {typed === 'password' ? (
          <TextField
            label={t('password')}
            error={error}
            type="secret"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            autoComplete="current-password"
            maxLength={128}
            autoFocus
          />
        ) : (
          <CodeField label={t('code')} error={error} value={code} onChange={setCode} onComplete={sendCode} />
        )}
        {passkeyError !== undefined && <Notice type="error" title={passkeyError} />}
        {methods?.hasApp && (
          <Button
            block
            onClick={() => {
              setError(undefined);
              setTyped(other);
            }}
          >
            {t(`use.${other}`)}
          </Button>
        )}
        {prover.watchProofs && (
          <ProveByProvider api={api} watchProofs={prover.watchProofs} onProved={onProved} />
        )}
        <div className="ui-dialog-buttons">
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          {hasPasskey && (
            <Button
              loading={busy === 'passkey'}
              onClick={() => void prove('passkey', () => proveByPasskey(api), setPasskeyError)}
            >
              {t('passkey')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={busy === 'typed'}>
            {t('confirm')}
          </Button>
        </div>
      </PlainForm>
    </Dialog>
  );
};
