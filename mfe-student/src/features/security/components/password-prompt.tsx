import { routes } from '@qr-attendance/contracts';
import { Button, Notice } from '@qr-attendance/ui-kit';
import { messageOf, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useMe, useProveByPasskey } from '../api.ts';

/** Asks for the password or a passkey, then calls `onConfirmed` to repeat the rejected action. */
export const PasswordPrompt = ({ onConfirmed }: { onConfirmed: () => void }) => {
  const { t } = useTranslation('student');
  const api = useApi();
  const show = useMutation({
    mutationFn: (password: string) => api.call(routes.auth.confirmPassword, { body: { password } }),
  });
  const byPasskey = useProveByPasskey();
  const hasPasskey = (useMe().data?.passkeys.length ?? 0) > 0;
  return (
    <Form<{ password: string }>
      layout="vertical"
      requiredMark={false}
      // Not called once the dialog is closed, unlike a callback of the mutation itself.
      onFinish={({ password }) => show.mutate(password, { onSuccess: onConfirmed })}
      aria-label={t('security.passwordTitle')}
      className="below"
    >
      <Notice type="info" title={t('security.passwordWhy')} className="below-xs" />
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
        <Notice
          type="error"
          title={messageOf(byPasskey.error, t('security.passkeyProofFailed'))}
          className="below-xs"
        />
      )}
      <div className="row gap-xs">
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
