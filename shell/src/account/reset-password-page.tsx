import { routes } from '@qr-attendance/contracts';
import { Button, InputForm, Notice, showFieldErrors } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { NewPasswordFields, type NewPassword } from './components/new-password-fields.tsx';
import { QueueNotice } from '../forms/queue-notice.tsx';
import { weakPasswordAt } from '../pages/password-rules.ts';
import { useQueue } from '../forms/use-queue.ts';
import { useSignOutTo } from './use-sign-out-to.ts';
import { useMailedToken } from './use-mailed-token.ts';

const places = { password: 'newPassword', ...weakPasswordAt('newPassword') };

export const ResetPasswordPage = () => {
  const { t } = useTranslation('account');
  const { api } = useIdentityState();
  const leave = useSignOutTo();
  const token = useMailedToken();
  const queue = useQueue();
  const [form] = Form.useForm<NewPassword>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async ({ newPassword }: NewPassword) => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { token: token ?? '', password: newPassword };
      const done = await queue.submitInTurn(async (turn) => {
        await api.call(routes.auth.resetPassword, { ...turn, body });
        return true;
      });
      if (!done) return setBusy(false);
      // Resetting the password has ended every sign-in, including the one in this browser.
      leave('passwordReset', '/account/check');
    } catch (failure) {
      if (!showFieldErrors(form, failure, [], places)) setError(messageOf(failure, t('reset.failed')));
      setBusy(false);
    }
  };
  return (
    <FormCard
      title={t('reset.title')}
      error={error}
      other={{ to: '/forgot-password', label: t('reset.another') }}
    >
      {token === undefined ? (
        <Notice type="info" title={t('reset.noToken')} />
      ) : (
        <>
          <p className="flush below">{t('reset.help')}</p>
          <QueueNotice wait={queue.wait} onLeave={queue.leave} />
          <InputForm<NewPassword> busy={busy} form={form} onFinish={submit}>
            <NewPasswordFields />
            <Button type="primary" size="large" block htmlType="submit" loading={busy}>
              {t('reset.submit')}
            </Button>
          </InputForm>
        </>
      )}
    </FormCard>
  );
};
