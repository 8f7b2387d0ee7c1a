import { Button, PlainForm, TextField } from '@qr-attendance/ui-kit';
import { ApiError, currentLanguage, messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { QueueNotice } from '../forms/queue-notice.tsx';
import { useQueue } from '../forms/use-queue.ts';
import { returnPath } from '../guards/return-path.ts';
import { type Credentials, useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from './form-card.tsx';
import { signInNoteOf } from './sign-in-note.ts';
import type { TFunction } from 'i18next';

/** Formats `40 seconds` or `3 minutes`, rounded up so that the wait is over by then. */
const waitOf = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.ceil(count)));
};

const signInProblem = (failure: unknown, t: TFunction<'shell'>): string =>
  failure instanceof ApiError && failure.code === 'sign_in_locked' && failure.retryAfterSeconds !== undefined
    ? t('login.locked', { time: waitOf(failure.retryAfterSeconds) })
    : messageOf(failure, t('specified:loginFailed'));

const fields = ['email', 'password'] as const;
const nothing: Credentials = { email: '', password: '' };

export const LoginPage = () => {
  const { t } = useTranslation('shell');
  const { state, signIn } = useIdentityState();
  const location = useLocation();
  const navigate = useNavigate();
  const queue = useQueue();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** Another person may have caused the lock, so the page offers another way to sign in. */
  const [isLocked, setLocked] = useState(false);
  const [typed, setTyped] = useState<Credentials>(nothing);
  const [missing, setMissing] = useState<string[]>([]);

  const submit = async (credentials: Credentials) => {
    setBusy(true);
    setError(undefined);
    try {
      const user = await queue.submitInTurn((turn) => signIn(credentials, turn));
      if (!user) return setBusy(false);
      void navigate(returnPath(location.state, user), { replace: true });
    } catch (failure) {
      setError(signInProblem(failure, t));
      setLocked(failure instanceof ApiError && failure.code === 'sign_in_locked');
      setBusy(false);
    }
  };
  const send = () => {
    const empty = fields.filter((field) => !typed[field]);
    setMissing(empty);
    if (empty.length === 0) void submit(typed);
  };

  if (state.status === 'signed-in' && !busy)
    return <Navigate to={returnPath(location.state, state.user)} replace />;
  const field = (name: (typeof fields)[number]) => {
    const label = t(`login.${name}`);
    return {
      name,
      label,
      value: typed[name],
      error: missing.includes(name) ? t('common:required', { field: label }) : undefined,
      onChange: ({ target }: { target: { value: string } }) => {
        setTyped((before) => ({ ...before, [name]: target.value }));
        setMissing((before) => before.filter((one) => one !== name));
      },
    };
  };
  return (
    <FormCard
      title={t('login.title')}
      error={error ?? (state.status === 'anonymous' ? state.error : undefined)}
      note={signInNoteOf(location.state, t)}
      other={{ to: '/register', label: t('login.toRegister') }}
    >
      <QueueNotice wait={queue.wait} onLeave={queue.leave} />
      <PlainForm busy={busy} onSubmit={send}>
        <TextField {...field('email')} type="email" autoComplete="username" autoFocus />
        <TextField {...field('password')} type="secret" autoComplete="current-password" />
        <Button name="sign-in" type="primary" size="large" block htmlType="submit" loading={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
      </PlainForm>
      {isLocked && (
        <p className="form-card-other">
          <Link to="/sign-in-link" state={{ ...location.state, email: typed.email }}>
            {t('login.link')}
          </Link>
        </p>
      )}
      <p className="form-card-other">
        <Link to="/forgot-password" state={location.state}>
          {t('login.forgot')}
        </Link>
      </p>
    </FormCard>
  );
};
