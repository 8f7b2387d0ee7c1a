import { routes, type InputOf } from '@qr-attendance/contracts';
import { Button, InputForm, Notice } from '@qr-attendance/ui-kit';
import { messageOf, whereEmailsAre } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { returnPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { useChallenge } from '../second-factor/challenge.ts';
import { AccountEmailField } from './components/account-email-field.tsx';
import { useMailedToken } from './use-mailed-token.ts';

type Proof = InputOf<typeof routes.auth.redeemSignInLink, 'body'>;

const emailIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';

/** Requires a press, because mail scanners open links. */
export const SignInLinkPage = () => {
  const { t } = useTranslation('account');
  const { api, storeSignIn, reload } = useIdentityState();
  const { state } = useLocation();
  const navigate = useNavigate();
  const token = useMailedToken();
  const openChallenge = useChallenge();
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const attempt = async (work: () => Promise<void>, problem: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      if (!openChallenge(failure)) setError(messageOf(failure, problem));
    }
    setBusy(false);
  };
  const requestLink = ({ email }: { email: string }) =>
    attempt(async () => {
      await api.call(routes.auth.askForSignInLink, { body: { email } });
      setSent(true);
    }, t('link.failed'));
  const redeem = (body: Proof) =>
    attempt(async () => {
      const signedIn = await storeSignIn(() => api.call(routes.auth.redeemSignInLink, { body }));
      await reload();
      void navigate(returnPath(state, signedIn.user), { replace: true });
    }, t('link.failed'));

  const button = (label: string) => (
    <Button type="primary" size="large" block htmlType="submit" loading={busy}>
      {label}
    </Button>
  );
  const form = () => {
    if (token !== undefined)
      return (
        <InputForm busy={busy} onFinish={() => redeem({ token })}>
          {button(t('link.signIn'))}
        </InputForm>
      );
    if (isSent)
      return (
        <>
          <Notice
            type="success"
            title={t('link.sent', { where: whereEmailsAre() })}
            role="status"
            className="below"
          />
          <InputForm busy={busy} key="code" onFinish={redeem}>
            <Form.Item
              name="code"
              label={t('link.code')}
              rules={[{ required: true, message: t('common:required', { field: t('link.code') }) }]}
            >
              <Input autoComplete="one-time-code" autoCapitalize="characters" maxLength={40} autoFocus />
            </Form.Item>
            {button(t('link.signIn'))}
          </InputForm>
        </>
      );
    return (
      <>
        <p className="flush below">{t('link.help')}</p>
        <InputForm busy={busy} key="email" initialValues={{ email: emailIn(state) }} onFinish={requestLink}>
          <AccountEmailField />
          {button(t('link.submit'))}
        </InputForm>
      </>
    );
  };
  return (
    <FormCard title={t('link.title')} error={error} other={{ to: '/login', label: t('forgot.toLogin') }}>
      {form()}
    </FormCard>
  );
};
