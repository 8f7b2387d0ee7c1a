import { routes } from '@qr-attendance/contracts';
import { showFieldErrors } from '@qr-attendance/ui-kit';
import { ApiError } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { PasswordForm } from './password-form.tsx';

export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

/** Accepts only the password, because a passkey may belong to someone else. */
export const ConfirmPassword = ({ onConfirmed }: { onConfirmed: () => void }) => {
  const { t } = useTranslation('account');
  const { api, state } = useIdentityState();
  const [form] = Form.useForm<{ password: string }>();
  const confirm = useMutation({
    mutationFn: (password: string) => api.call(routes.auth.confirmPassword, { body: { password } }),
    onSuccess: onConfirmed,
    onError: (error) => {
      if (showFieldErrors(form, error, ['password'], { wrong_password: 'password' })) confirm.reset();
    },
  });
  return (
    <div style={{ marginBlockEnd: 16 }}>
      <Alert type="info" showIcon role="alert" title={t('check.again')} style={{ marginBlockEnd: 8 }} />
      <PasswordForm
        form={form}
        label={t('check.again')}
        email={state.status === 'signed-in' ? state.user.email : ''}
        busy={confirm.isPending}
        error={confirm.error}
        failure={t('check.failed')}
        onFinish={({ password }) => confirm.mutate(password)}
      >
        <Form.Item
          name="password"
          label={t('check.password')}
          rules={[{ required: true, message: t('common:required', { field: t('check.password') }) }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          {t('check.confirm')}
        </Button>
      </PasswordForm>
    </div>
  );
};
