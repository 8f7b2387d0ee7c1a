import { routes, type User } from '@qr-attendance/contracts';
import { Button, Card, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { tokenStore } from '../../identity/token-store.ts';
import { weakPasswordAt } from '../../pages/password-rules.ts';
import { useQueue } from '../../forms/use-queue.ts';
import { NewPasswordFields, type NewPassword } from './new-password-fields.tsx';
import { PasswordForm } from '../../forms/password-form.tsx';

interface Values extends NewPassword {
  currentPassword: string;
}

const names = ['currentPassword', 'newPassword'] satisfies (keyof Values)[];
const refusals = { wrong_password: 'currentPassword', ...weakPasswordAt('newPassword') };

export const ChangePassword = ({ user }: { user: User }) => {
  const { t } = useTranslation('account');
  const api = useApi();
  const notify = useNotify();
  const [form] = Form.useForm<Values>();
  const queue = useQueue();
  const change = useCancelableMutation({
    mutationFn: ({ currentPassword, newPassword }: Values) =>
      queue.submitInTurn((turn) =>
        api.call(routes.auth.changePassword, { ...turn, body: { currentPassword, newPassword } }),
      ),
    onSuccess: (answer) => {
      if (!answer) return;
      // The server has revoked all earlier tokens, including this browser's.
      tokenStore.set(answer.token);
      form.resetFields();
      notify.success(t('change.done'));
    },
    onError: (error) => {
      if (showFieldErrors(form, error, names, refusals)) change.reset();
    },
  });
  return (
    <Card title={t('change.title')} help={t('change.help')}>
      <PasswordForm<Values>
        form={form}
        label={t('change.title')}
        email={user.email}
        queue={queue}
        busy={change.isPending}
        error={change.error}
        failure={t('change.failed')}
        onFinish={(values) => change.mutate(values)}
      >
        <Form.Item
          name="currentPassword"
          label={t('change.current')}
          rules={[{ required: true, message: t('common:required', { field: t('change.current') }) }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordFields />
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t('change.submit')}
        </Button>
      </PasswordForm>
    </Card>
  );
};
