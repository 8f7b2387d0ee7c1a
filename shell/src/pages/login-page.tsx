import { passwordSignIn, signInProviders } from '@qr-attendance/page-start/app';
import { Button, LoadingState, PlainForm, TextField } from '@qr-attendance/ui-kit';
import { ApiError, messageOf, preloadable, retryableLazy } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { formatWait } from '../forms/format-wait.ts';
import { QueueNotice } from '../forms/queue-notice.tsx';
import { useQueue } from '../forms/use-queue.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { returnPath } from '../guards/return-path.ts';
import { type Credentials, useIdentityState } from '../identity/identity-context.ts';
import { type Challenge, challengeOf, useChallenge } from '../second-factor/challenge.ts';
import { lastChoice, PASSWORD } from '../sign-in/last-choice.ts';
import { loadChunk } from '../sign-in/load-chunk.ts';
import { FormCard } from './form-card.tsx';
import { signInNoteOf } from './sign-in-note.ts';
import type { SignInProvider } from '@qr-attendance/contracts';
import type { TFunction } from 'i18next';

/** If the providers cannot be loaded, a password still works. */
const ProviderChoice = preloadable<{ providers: SignInProvider[]; isMain: boolean }>(
  () =>
    loadChunk().then(
      (module) => module.ProviderChoice,
      () => NotLoaded,
    ),
  <LoadingState rows={1} />,
);

const waiting = (
  <section className="form-card">
    <LoadingState />
  </section>
);

const SignInStep = retryableLazy<{ challenge: Challenge; onBack: (problem?: string) => void }>(async () => {
  const { texts, SignInStep: Step } = await import(
    /* webpackChunkName: "second-factor" */ '../second-factor/sign-in-chunk.ts'
  );
  await texts;
  return Step;
}, waiting);

const signInProblem = (failure: unknown, t: TFunction<'shell'>): string =>
  failure instanceof ApiError && failure.code === 'sign_in_locked' && failure.retryAfterSeconds !== undefined
    ? t('login.locked', { time: formatWait(failure.retryAfterSeconds) })
    : messageOf(failure, t('specified:loginFailed'));

/** React would otherwise show a fallback first, even if the chunk has arrived. */
export const preloadProviders = async (): Promise<void> => {
  if (signInProviders().length > 0) await ProviderChoice.preload();
};

const fields = ['email', 'password'] as const;
const nothing: Credentials = { email: '', password: '' };

export const LoginPage = () => {
  const { t } = useTranslation('shell');
  const { state, signIn } = useIdentityState();
  const location = useLocation();
  const navigate = useNavigate();
  const queue = useQueue();
  const openChallenge = useChallenge();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** Another person may have caused the lock, so the page offers another way to sign in. */
  const [isLocked, setLocked] = useState(false);
  const [typed, setTyped] = useState<Credentials>(nothing);
  const [missing, setMissing] = useState<string[]>([]);
  const [providers] = useState(signInProviders);
  const note = signInNoteOf(location.state, t);
  const [passwords] = useState(() => (providers.length === 0 ? 'shown' : passwordSignIn()));
  /** Whether the password is the main way to sign in. */
  const [isMain, preferPassword] = useState(
    () =>
      providers.length === 0 || note !== undefined || (passwords !== 'off' && lastChoice.get() === PASSWORD),
  );

  const submit = async (credentials: Credentials) => {
    setBusy(true);
    setError(undefined);
    try {
      const user = await queue.submitInTurn((turn) => signIn(credentials, turn));
      if (!user) return setBusy(false);
      if (providers.length > 0) lastChoice.set(PASSWORD);
      void navigate(returnPath(location.state, user), { replace: true });
    } catch (failure) {
      setBusy(false);
      if (openChallenge(failure)) {
        if (providers.length > 0) lastChoice.set(PASSWORD);
        return setTyped({ ...credentials, password: '' });
      }
      setError(signInProblem(failure, t));
      setLocked(failure instanceof ApiError && failure.code === 'sign_in_locked');
    }
  };
  const send = () => {
    const empty = fields.filter((field) => !typed[field]);
    setMissing(empty);
    if (empty.length === 0) void submit(typed);
  };

  const challenge = challengeOf(location.state);
  const leaveChallenge = (problem?: string) => {
    setError(problem);
    void navigate('/login', { replace: true, state: { ...location.state, challenge: undefined } });
  };
  if (challenge) return <SignInStep challenge={challenge} onBack={leaveChallenge} />;
  // The frame moves it into the history entry as soon as its chunk has loaded.
  if (location.hash.startsWith('#challenge=')) return waiting;
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
      note={note}
      other={passwords === 'off' ? undefined : { to: '/register', label: t('login.toRegister') }}
    >
      {providers.length > 0 && <ProviderChoice providers={providers} isMain={!isMain} />}
      {isMain || passwords === 'shown' ? (
        <>
          {providers.length > 0 && <p className="form-card-other muted">{t('login.orPassword')}</p>}
          <QueueNotice wait={queue.wait} onLeave={queue.leave} />
          <PlainForm busy={busy} onSubmit={send}>
            <TextField {...field('email')} type="email" autoComplete="username" autoFocus={isMain} />
            <TextField {...field('password')} type="secret" autoComplete="current-password" />
            <Button
              name="sign-in"
              type={isMain ? 'primary' : 'default'}
              size="large"
              block
              htmlType="submit"
              loading={busy}
            >
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
        </>
      ) : (
        <p className="form-card-other">
          <Button type="text" onClick={() => preferPassword(true)}>
            {t(passwords === 'off' ? 'login.administrators' : 'login.usePassword')}
          </Button>
        </p>
      )}
    </FormCard>
  );
};
