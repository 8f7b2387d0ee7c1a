import { routes } from '@qr-attendance/contracts';
import { Button, Notice, showFieldErrors } from '@qr-attendance/ui-kit';
import { ApiError, useApiMutation, useIdentity } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { PasswordForm } from './password-form.tsx';

export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

/** Accepts only the password, because a passkey may belong to someone else. */
export const ConfirmPassword = ({ onConfirmed }: { onConfirmed: () => void }) => {
  const { t } = useTranslation('account');
  const { user } = useIdentity();
  const [form] = Form.useForm<{ password: string }>();
  const confirm = useApiMutation(
    routes.auth.confirmPassword,
    (password: string) => ({ body: { password } }),
    {
      onSuccess: onConfirmed,
      onError: (error) => {
        if (showFieldErrors(form, error, ['password'], { wrong_password: 'password' })) confirm.reset();
      },
    },
  );
  return (
    <div className="below">
      <Notice type="info" title={t('check.again')} className="below-xs" />
      <PasswordForm
        form={form}
        label={t('check.again')}
        email={user.email}
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
