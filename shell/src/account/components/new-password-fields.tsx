import { PASSWORD_LENGTH } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { usePasswordRules } from '../../pages/password-rules.ts';

export interface NewPassword {
  newPassword: string;
  confirm: string;
}

export const NewPasswordFields = () => {
  const { t } = useTranslation(['account', 'shell']);
  const rules = usePasswordRules();
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <>
      <Form.Item
        name="newPassword"
        label={t('password.new')}
        extra={t('shell:register.passwordHelp', { min: PASSWORD_LENGTH.min })}
        rules={[required(t('password.new')), ...rules]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label={t('password.confirm')}
        dependencies={['newPassword']}
        rules={[
          required(t('password.confirm')),
          ({ getFieldValue }) => ({
            validator: (_rule, typed: string) =>
              !typed || typed === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(t('specified:passwordsDiffer'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
};
