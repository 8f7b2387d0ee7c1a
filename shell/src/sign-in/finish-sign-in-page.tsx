import { ErrorState, LoadingState, RetryCountdown, useDocumentTitle } from '@qr-attendance/ui-kit';
import { ApiError, classifyFailure, messageOf, retryDelay, type Retry } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { RequireSignedIn } from '../guards/guards.tsx';
import { returnPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { pauseUntilOnline } from '../identity/pause-until-online.ts';
import { wantedPage } from './wanted-page.ts';

const Arrival = ({ from }: { from: string | null }) => {
  const { state } = useIdentityState();
  return state.status === 'signed-in' ? <Navigate to={returnPath({ from }, state.user)} replace /> : null;
};

/** Exchanges the refresh cookie, which the callback of an identity provider has set, for an access token. */
const useResumedSignIn = () => {
  const { resumeSignIn } = useIdentityState();
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<unknown>();
  const [retry, setRetry] = useState<Retry>();
  useEffect(() => {
    let isOver = false;
    const run = async (): Promise<void> => {
      for (let failures = 0; !isOver; failures += 1) {
        try {
          await resumeSignIn();
          wantedPage.set(undefined);
          return setDone(true);
        } catch (thrown) {
          const failure = classifyFailure(thrown);
          const { kind } = failure;
          if (isOver) return;
          if (kind !== 'busy' && kind !== 'unreachable') return setError(thrown);
          const ms = retryDelay(failure, failures);
          setRetry({ kind, until: Date.now() + ms });
          await pauseUntilOnline(ms);
        }
      }
    };
    void run();
    return () => {
      isOver = true;
    };
  }, [resumeSignIn]);
  return { isDone, error, retry };
};

const isWithoutCookie = (error: unknown): boolean => error instanceof ApiError && error.code === 'signed_out';

/** The page to which an identity provider redirects. */
export const FinishSignInPage = () => {
  const { t } = useTranslation('providers');
  useDocumentTitle(t('finish.title'));
  const { hash } = useLocation();
  const [from] = useState(() => new URLSearchParams(hash.slice(1)).get('returnTo'));
  const { isDone, error, retry } = useResumedSignIn();
  if (isDone)
    return (
      <RequireSignedIn>
        <Arrival from={from} />
      </RequireSignedIn>
    );
  const problem = () => {
    if (error !== undefined)
      return (
        <ErrorState
          message={isWithoutCookie(error) ? t('finish.noCookie') : messageOf(error, t('finish.failed'))}
          back={{ to: '/login', label: t('finish.toLogin') }}
        />
      );
    return retry ? <ErrorState message={<RetryCountdown retry={retry} />} /> : <LoadingState />;
  };
  return (
    <section className="form-card">
      <h1>{t('finish.title')}</h1>
      {problem()}
    </section>
  );
};
