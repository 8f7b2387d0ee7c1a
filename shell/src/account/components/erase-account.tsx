import { routes, type User } from '@qr-attendance/contracts';
import { Button, Card, showFieldErrors } from '@qr-attendance/ui-kit';
import { useApiMutation, useCancelOnClose } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../identity/user-kind.ts';
import { useSignOutTo } from '../use-sign-out-to.ts';
import { PasswordForm } from '../../forms/password-form.tsx';

interface Values {
  password: string;
  word: string;
}

const EraseForm = ({ user, onCancel }: { user: User; onCancel: () => void }) => {
  const { t } = useTranslation('account');
  const leave = useSignOutTo();
  const [form] = Form.useForm<Values>();
  const erase = useApiMutation(routes.auth.eraseMe, ({ password }: Values) => ({ body: { password } }), {
    onSuccess: () => leave('erased'),
    onError: (error) => {
      if (showFieldErrors(form, error, ['password'], { wrong_password: 'password' })) erase.reset();
    },
  });
  useCancelOnClose(erase);
  const word = t('erase.word');
  return (
    <PasswordForm<Values>
      form={form}
      label={t('erase.title')}
      email={user.email}
      busy={erase.isPending}
      error={erase.error}
      failure={t('erase.failed')}
      onFinish={(values) => erase.mutate(values)}
    >
      <Form.Item
        name="password"
        label={t('erase.password')}
        rules={[{ required: true, message: t('common:required', { field: t('erase.password') }) }]}
      >
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <Form.Item
        name="word"
        label={t('erase.confirm', { word })}
        rules={[
          {
            validator: (_rule, typed = '') =>
              typed.trim().toUpperCase() === word
                ? Promise.resolve()
                : Promise.reject(new Error(t('erase.mismatch', { word }))),
          },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <div className="row">
        <Button onClick={onCancel}>{t('erase.cancel')}</Button>
        <Button danger htmlType="submit" loading={erase.isPending}>
          {t('erase.submit')}
        </Button>
      </div>
    </PasswordForm>
  );
};

export const EraseAccount = ({ user }: { user: User }) => {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  // The last administrator must not be able to delete their own account.
  const kind = kindOf(user);
  if (kind === undefined || kind === 'ADMIN')
    return <Card title={t('erase.title')} help={t('erase.byAnother')} />;
  return (
    <Card title={t('erase.title')} help={t('erase.help')}>
      <p className="flush below">{t(`erase.stays.${kind}`)}</p>
      {open ? (
        <EraseForm user={user} onCancel={() => setOpen(false)} />
      ) : (
        <Button danger onClick={() => setOpen(true)}>
          {t('erase.open')}
        </Button>
      )}
    </Card>
  );
};
