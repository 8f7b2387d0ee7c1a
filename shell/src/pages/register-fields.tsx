import { departments } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RegisterForm } from './register-form.ts';

const semesters = [1, 2, 3, 4, 5, 6, 7, 8];

const Field = ({
  name,
  help,
  children,
}: {
  name: keyof RegisterForm;
  help?: string;
  children: ReactNode;
}) => {
  const { t } = useTranslation('shell');
  const label = t(`register.${name}`);
  return (
    <Form.Item
      name={name}
      label={label}
      {...(help ? { extra: help } : {})}
      rules={[{ required: true, message: t('register.required', { field: label }) }]}
    >
      {children}
    </Form.Item>
  );
};

/** Student and teacher are asked for different things. Specification, section 2. */
const RoleFields = () => {
  const { t } = useTranslation('shell');
  const userType = Form.useWatch<RegisterForm['userType']>('userType') ?? 'STUDENT';
  if (userType === 'TEACHER')
    return (
      <Field name="employeeId">
        <Input />
      </Field>
    );
  return (
    <>
      <Field name="usn">
        <Input />
      </Field>
      <Field name="regNo">
        <Input />
      </Field>
      <Field name="semester">
        <Select
          placeholder={t('register.choose')}
          options={semesters.map((value) => ({ value, label: String(value) }))}
        />
      </Field>
    </>
  );
};

export const RegisterFields = () => {
  const { t } = useTranslation('shell');
  return (
    <>
      <Field name="name">
        <Input autoComplete="name" autoFocus />
      </Field>
      <Field name="email">
        <Input type="email" autoComplete="email" />
      </Field>
      <Field name="password" help={t('register.passwordHelp')}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="confirm">
        <Input.Password autoComplete="new-password" />
      </Field>
      <Form.Item name="userType" label={t('register.userType')}>
        <Radio.Group
          options={[
            { value: 'STUDENT', label: t('register.student') },
            { value: 'TEACHER', label: t('register.teacher') },
          ]}
        />
      </Form.Item>
      <Field name="department">
        <Select
          placeholder={t('register.choose')}
          options={departments.map((value) => ({ value, label: value }))}
        />
      </Field>
      <RoleFields />
    </>
  );
};
