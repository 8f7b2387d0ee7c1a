import { routes } from '@qr-attendance/contracts';
import { Button, InputForm, Notice } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';

/** Shows the same message whether or not the account exists. */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation(['account', 'shell']);
  const { api } = useIdentityState();
  const [progress, setProgress] = useState<'asked' | 'busy' | 'sent'>('asked');
  const [error, setError] = useState<string>();
  const submit = async ({ email }: { email: string }) => {
    setProgress('busy');
    setError(undefined);
    try {
      await api.call(routes.auth.forgotPassword, { body: { email } });
      setProgress('sent');
    } catch (failure) {
      setError(messageOf(failure, t('forgot.failed')));
      setProgress('asked');
    }
  };
  return (
    <FormCard title={t('forgot.title')} error={error} other={{ to: '/login', label: t('forgot.toLogin') }}>
      {progress === 'sent' ? (
        <Notice type="success" title={t('forgot.sent')} role="status" />
      ) : (
        <>
          <p className="flush below">{t('forgot.help')}</p>
          <InputForm busy={progress === 'busy'} onFinish={submit}>
            <Form.Item
              name="email"
              label={t('shell:login.email')}
              rules={[
                { required: true, message: t('common:required', { field: t('shell:login.email') }) },
                { type: 'email', message: t('shell:register.emailInvalid') },
              ]}
            >
              <Input type="email" autoComplete="username" autoFocus />
            </Form.Item>
            <Button type="primary" size="large" block htmlType="submit" loading={progress === 'busy'}>
              {t('forgot.submit')}
            </Button>
          </InputForm>
        </>
      )}
    </FormCard>
  );
};
