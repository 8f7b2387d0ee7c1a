import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';

/** A field for the email address of an account, for users who are not signed in. */
export const AccountEmailField = () => {
  const { t } = useTranslation('shell');
  return (
    <Form.Item
      name="email"
      label={t('login.email')}
      rules={[
        { required: true, message: t('common:required', { field: t('login.email') }) },
        { type: 'email', message: t('register.emailInvalid') },
      ]}
    >
      <Input type="email" autoComplete="username" autoFocus />
    </Form.Item>
  );
};
