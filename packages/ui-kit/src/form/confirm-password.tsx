import { routes } from '@qr-attendance/contracts';
import { ApiError, useApiMutation, useIdentity } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import { Failure } from './failure.tsx';
import { showFieldErrors } from './show-field-errors.ts';

export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

interface Props {
  /** Why the action failed. */
  error: unknown;
  failure: string;
  /** The namespace whose `confirmPassword` texts are those of `confirm-password.en.ts`. */
  namespace: 'account' | 'admin';
  onConfirmed: () => void;
}

/** Asks for the password if the action needs it, and shows any other failure. */
export const ConfirmPassword = ({ error, failure, ...form }: Props) =>
  needsPassword(error) ? <PasswordForm {...form} /> : <Failure error={error} text={failure} />;

/** Accepts only the password, because a passkey may belong to someone else. */
const PasswordForm = ({ namespace, onConfirmed }: Omit<Props, 'error' | 'failure'>) => {
  const { t } = useTranslation(namespace);
  const { user } = useIdentity();
  const [form] = Form.useForm<{ password: string }>();
  const confirm = useApiMutation(routes.auth.confirmPassword, (password: string) => ({ body: { password } }));
  const submit = ({ password }: { password: string }) =>
    confirm.mutate(password, {
      // Not called once the dialog is closed, unlike a callback of the mutation itself.
      onSuccess: onConfirmed,
      onError: (error) => {
        if (showFieldErrors(form, error, ['password'], { wrong_password: 'password' })) confirm.reset();
      },
    });
  const label = t('confirmPassword.password');
  return (
    <div className="below">
      <Notice type="info" title={t('confirmPassword.again')} className="below-xs" />
      <Failure error={confirm.error} text={t('confirmPassword.failed')} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        disabled={confirm.isPending}
        aria-label={t('confirmPassword.again')}
      >
        {/* Password managers need the account that the password belongs to. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <Form.Item
          name="password"
          label={label}
          rules={[{ required: true, message: t('common:required', { field: label }) }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          {t('confirmPassword.confirm')}
        </Button>
      </Form>
    </div>
  );
};
