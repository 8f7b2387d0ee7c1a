import { Button, InputForm, showFieldErrors } from '@qr-attendance/ui-kit';
import { type ApiClient, ApiError, messageOf, whereEmailsAre } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { QueueNotice } from '../forms/queue-notice.tsx';
import { useQueue } from '../forms/use-queue.ts';
import { returnPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { useChallenge } from '../second-factor/challenge.ts';
import { FormCard } from './form-card.tsx';
import { weakPasswordAt } from './password-rules.ts';
import { type RegisterForm, toRegistration } from './register-form.ts';
import { RegisterFields } from './register-fields.tsx';
import { useTakenNumbers } from './use-taken-numbers.ts';
import {
  knownOrOther,
  routes,
  type TeacherRegistration,
  teacherRegistrationSchema,
} from '@qr-attendance/contracts';

const useTeacherRegistration = (api: ApiClient): TeacherRegistration => {
  const [policy, setPolicy] = useState<TeacherRegistration>('open');
  useEffect(() => {
    const leaving = new AbortController();
    api
      .call(routes.auth.getRegistrationPolicy, { signal: leaving.signal })
      .then(({ teacherRegistration }) => {
        const known = knownOrOther(teacherRegistrationSchema, teacherRegistration);
        if (known !== 'other') setPolicy(known);
      })
      .catch(() => undefined);
    return () => leaving.abort();
  }, [api]);
  return policy;
};

const names = [
  'name',
  'email',
  'password',
  'userType',
  'department',
  'usn',
  'regNo',
  'semester',
  'employeeId',
  'inviteCode',
] satisfies (keyof RegisterForm)[];
const refusals = {
  ...weakPasswordAt('password'),
  email_taken: 'email',
  invite_required: 'inviteCode',
  invite_invalid: 'inviteCode',
};

export const RegisterPage = () => {
  const { t } = useTranslation('shell');
  const { state, api, register } = useIdentityState();
  const location = useLocation();
  const navigate = useNavigate();
  const queue = useQueue();
  const openChallenge = useChallenge();
  const teachers = useTeacherRegistration(api);
  const [form] = Form.useForm<RegisterForm>();
  const takenNumbers = useTakenNumbers(form);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  if (state.status === 'signed-in' && !busy)
    return <Navigate to={returnPath(location.state, state.user)} replace />;

  const submit = async (values: RegisterForm) => {
    if (values.password !== values.confirm) {
      setError(t('specified:passwordsDiffer'));
      form.setFields([{ name: 'confirm', errors: [t('specified:passwordsDiffer')] }]);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const registration = toRegistration(
        teachers === 'closed' ? { ...values, userType: 'STUDENT' } : values,
        takenNumbers.refuseTakenNumbers(values),
      );
      const user = await queue.submitInTurn((turn) => register(registration, turn));
      if (!user) return setBusy(false);
      void navigate(returnPath(location.state, user), { replace: true });
    } catch (failure) {
      if (openChallenge(failure)) return;
      const problem = messageOf(failure, t('specified:registrationFailed'));
      const isTaken = failure instanceof ApiError && failure.code === 'email_taken';
      const next = isTaken
        ? t('register.emailTaken', { where: whereEmailsAre() })
        : takenNumbers.explain(failure, values);
      setError(next === undefined ? problem : `${problem} ${next}`);
      showFieldErrors(form, failure, names, refusals);
      setBusy(false);
    }
  };
  return (
    <FormCard
      title={t('register.title')}
      error={error}
      other={{ to: '/login', label: t('register.toLogin') }}
    >
      <QueueNotice wait={queue.wait} onLeave={queue.leave} />
      <InputForm<RegisterForm>
        busy={busy}
        form={form}
        initialValues={{ userType: 'STUDENT' }}
        onFinish={submit}
      >
        <RegisterFields teachers={teachers} />
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {t(busy ? 'register.busy' : 'register.submit')}
        </Button>
      </InputForm>
    </FormCard>
  );
};
