import { routes } from '@qr-attendance/contracts';
import { ApiError, messageOf, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useMe, useProveByPasskey } from '../api.ts';

export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

/** Asks for the password or a passkey, then calls `onConfirmed` to repeat the rejected action. */
export const PasswordPrompt = ({ onConfirmed }: { onConfirmed: () => void }) => {
  const { t } = useTranslation('student');
  const api = useApi();
  const show = useMutation({
    mutationFn: (password: string) => api.call(routes.auth.confirmPassword, { body: { password } }),
    onSuccess: onConfirmed,
  });
  const byPasskey = useProveByPasskey();
  const hasPasskey = (useMe().data?.passkeys.length ?? 0) > 0;
  return (
    <Form<{ password: string }>
      layout="vertical"
      requiredMark={false}
      onFinish={({ password }) => show.mutate(password)}
      aria-label={t('security.passwordTitle')}
      style={{ marginBlockEnd: 16 }}
    >
      <Alert
        type="info"
        showIcon
        role="alert"
        title={t('security.passwordWhy')}
        style={{ marginBlockEnd: 8 }}
      />
      <Form.Item
        name="password"
        label={t('security.password')}
        {...(show.error && {
          validateStatus: 'error',
          help: messageOf(show.error, t('security.passwordFailed')),
        })}
        rules={[{ required: true, message: t('security.passwordRequired') }]}
      >
        <Input.Password autoFocus autoComplete="current-password" maxLength={128} />
      </Form.Item>
      {byPasskey.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={messageOf(byPasskey.error, t('security.passkeyProofFailed'))}
          style={{ marginBlockEnd: 8 }}
        />
      )}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button type="primary" htmlType="submit" loading={show.isPending}>
          {t('security.passwordSubmit')}
        </Button>
        {hasPasskey && (
          <Button
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate(undefined, { onSuccess: onConfirmed })}
          >
            {t('security.passkeyProof')}
          </Button>
        )}
      </div>
    </Form>
  );
};
