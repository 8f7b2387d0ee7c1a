import { PASSWORD_LENGTH, type TeacherRegistration } from '@qr-attendance/contracts';
import { departmentOptions, hasStudentNumber, institutionWord, useRoleName } from '@qr-attendance/web-kit';
import type { FormRule } from 'antd';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePasswordRules } from './password-rules.ts';
import type { RegisterForm } from './register-form.ts';

const semesters = [1, 2, 3, 4, 5, 6, 7, 8];

const INSTITUTION_WORDS = ['usn', 'regNo', 'employeeId', 'department'] as const;

const useLabel = () => {
  const { t } = useTranslation('shell');
  return (name: keyof RegisterForm): string => {
    const word = INSTITUTION_WORDS.find((known) => known === name);
    return (word && institutionWord(word)) ?? t(`register.${name}`);
  };
};

interface FieldProps {
  name: keyof RegisterForm;
  help?: string | undefined;
  rules?: FormRule[];
  children: ReactNode;
}

const Field = ({ name, help, rules = [], children }: FieldProps) => {
  const { t } = useTranslation('shell');
  const label = useLabel()(name);
  return (
    <Form.Item
      name={name}
      label={label}
      {...(help ? { extra: help } : {})}
      rules={[{ required: true, message: t('common:required', { field: label }) }, ...rules]}
    >
      {children}
    </Form.Item>
  );
};

const useTextRules = () => {
  const { t } = useTranslation('shell');
  const labelOf = useLabel();
  return (name: keyof RegisterForm, max: number): FormRule[] => {
    const field = labelOf(name);
    return [
      { whitespace: true, message: t('common:required', { field }) },
      { max, message: t('register.tooLong', { field, max }) },
    ];
  };
};

export const NameField = ({ autoFocus = false }: { autoFocus?: boolean }) => {
  const textRules = useTextRules();
  return (
    <Field name="name" rules={textRules('name', 200)}>
      <Input autoComplete="name" autoFocus={autoFocus} />
    </Field>
  );
};

export const DepartmentField = () => {
  const { t } = useTranslation('shell');
  return (
    <Field name="department">
      <Select placeholder={t('register.choose')} options={departmentOptions()} />
    </Field>
  );
};

export const EmployeeIdField = () => {
  const textRules = useTextRules();
  return (
    <Field name="employeeId" rules={textRules('employeeId', 50)}>
      <Input />
    </Field>
  );
};

const RoleFields = ({ teachers }: { teachers: TeacherRegistration }) => {
  const { t } = useTranslation('shell');
  const short = useTextRules();
  const userType = Form.useWatch<RegisterForm['userType']>('userType') ?? 'STUDENT';
  if (userType === 'TEACHER' && teachers !== 'closed')
    return (
      <>
        <EmployeeIdField />
        {teachers === 'invite' && (
          <Field name="inviteCode" help={t('register.inviteHelp')} rules={short('inviteCode', 100)}>
            <Input autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          </Field>
        )}
      </>
    );
  return <StudentFields usn={hasStudentNumber('usn')} regNo={hasStudentNumber('regNo')} semester />;
};

export const StudentFields = ({ usn, regNo, semester }: Record<'usn' | 'regNo' | 'semester', boolean>) => {
  const { t } = useTranslation('shell');
  const short = useTextRules();
  // The help text explains only the default word.
  const usnHelp = institutionWord('usnHelp') ?? (institutionWord('usn') ? undefined : t('register.usnHelp'));
  return (
    <>
      {usn && (
        <Field name="usn" help={usnHelp} rules={short('usn', 50)}>
          <Input />
        </Field>
      )}
      {regNo && (
        <Field name="regNo" help={institutionWord('regNoHelp')} rules={short('regNo', 50)}>
          <Input />
        </Field>
      )}
      {semester && (
        <Field name="semester">
          <Select
            placeholder={t('register.choose')}
            options={semesters.map((value) => ({ value, label: String(value) }))}
          />
        </Field>
      )}
    </>
  );
};

const UserTypeField = ({ teachers }: { teachers: TeacherRegistration }) => {
  const { t } = useTranslation('shell');
  const roleName = useRoleName();
  if (teachers === 'closed') return <p className="flush below-lg">{t('register.teachersClosed')}</p>;
  return (
    <Form.Item name="userType" label={t('register.userType')}>
      <Radio.Group
        aria-label={t('register.userType')}
        options={[
          { value: 'STUDENT', label: roleName('STUDENT') },
          { value: 'TEACHER', label: roleName('TEACHER') },
        ]}
      />
    </Form.Item>
  );
};

export const RegisterFields = ({ teachers }: { teachers: TeacherRegistration }) => {
  const { t } = useTranslation('shell');
  const passwordRules = usePasswordRules();
  return (
    <>
      <NameField autoFocus />
      <Field name="email" rules={[{ type: 'email', message: t('register.emailInvalid') }]}>
        <Input type="email" autoComplete="email" />
      </Field>
      <Field
        name="password"
        help={t('register.passwordHelp', { min: PASSWORD_LENGTH.min })}
        rules={passwordRules}
      >
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="confirm">
        <Input.Password autoComplete="new-password" />
      </Field>
      <UserTypeField teachers={teachers} />
      <DepartmentField />
      <RoleFields teachers={teachers} />
    </>
  );
};
