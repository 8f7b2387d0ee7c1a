import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { returnPath } from '../guards/return-path.ts';
import { useIdentityState, type Credentials } from '../identity/identity-context.ts';
import { FormCard } from './form-card.tsx';
import { noteOf } from './sign-in-note.ts';
import { signInProblem } from './sign-in-problem.ts';

export const LoginPage = () => {
  const { t } = useTranslation('shell');
  const { state, signIn } = useIdentityState();
  const location = useLocation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  if (state.status === 'signed-in' && !busy)
    return <Navigate to={returnPath(location.state, state.user)} replace />;

  const submit = async (credentials: Credentials) => {
    setBusy(true);
    setError(undefined);
    try {
      const user = await signIn(credentials);
      void navigate(returnPath(location.state, user), { replace: true });
    } catch (failure) {
      setError(signInProblem(failure, t));
      setBusy(false);
    }
  };
  const required = (field: string) => [
    { required: true, message: t('common:required', { field: t(field) }) },
  ];
  return (
    <FormCard
      title={t('login.title')}
      error={error ?? (state.status === 'anonymous' ? state.error : undefined)}
      note={noteOf(location.state, t)}
      other={{ to: '/register', label: t('login.toRegister') }}
    >
      <Form<Credentials> layout="vertical" requiredMark={false} onFinish={submit} disabled={busy}>
        <Form.Item name="email" label={t('login.email')} rules={required('login.email')}>
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t('login.password')} rules={required('login.password')}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
      </Form>
      <p className="form-card-other">
        <Link to="/forgot-password" state={location.state}>
          {t('login.forgot')}
        </Link>
      </p>
    </FormCard>
  );
};
