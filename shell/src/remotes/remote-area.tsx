import type { AreaName } from '@qr-attendance/contracts';
import { ErrorState, LoadingState } from '@qr-attendance/ui-kit';
import type { Host, RemoteProps } from '@qr-attendance/web-kit';
import { Fragment, Suspense, use, useEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { PathBoundary } from '../frame/path-boundary.tsx';
import { useIdentityState } from '../identity/identity-context.ts';
import { canOpen, pageAt } from './area-pages.ts';
import { loadRemote, type LoadedRemote } from './load-remote.ts';
import { IncompatibleRemote } from './read-manifest.ts';

/** Renders the remote if the user may see the page (specification, section 2). */
const RemotePage = ({ loading, ...props }: RemoteProps & { loading: Promise<LoadedRemote> }) => {
  const { host } = props;
  const { pathname } = useLocation();
  const { module, pages, loadTheme } = use(loading);
  const page = pageAt(pages, pathname);
  if (!canOpen(host.identity.user.userType, page)) return <Navigate to="/" replace />;
  const { Page } = module;
  const { Theme } = page?.plain ? { Theme: Fragment } : use(loadTheme());
  return (
    <Theme>
      <div className="area-page">
        <Page {...props} />
      </div>
    </Theme>
  );
};

/**
 * Renders once more when the promise settles; otherwise React delays the content after a fallback by up to
 * 300 ms.
 */
const useRerenderOnceSettled = (promise: Promise<unknown>): void => {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    promise.then(rerender, rerender);
  }, [promise]);
};

interface Props {
  name: AreaName;
  basePath: string;
}

const HostedArea = ({ name, basePath, host }: Props & { host: Host }) => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const load = () => loadRemote(name, host.identity.user._id);
  const [attempt, setAttempt] = useState(() => ({ number: 1, loading: load() }));
  useRerenderOnceSettled(attempt.loading);
  const fallback = (error: unknown) => {
    const incompatible = error instanceof IncompatibleRemote;
    const retry = () =>
      attempt.number < 2 && !incompatible
        ? setAttempt({ number: attempt.number + 1, loading: load() })
        : window.location.reload();
    return (
      <ErrorState
        message={t('remote.failed')}
        hint={incompatible ? t('remote.incompatible') : undefined}
        onRetry={retry}
      />
    );
  };
  return (
    <PathBoundary key={attempt.number} path={pathname} fallback={fallback}>
      <Suspense fallback={<LoadingState rows={8} />}>
        <RemotePage loading={attempt.loading} basePath={basePath} host={host} />
      </Suspense>
    </PathBoundary>
  );
};

export const RemoteArea = (props: Props) => {
  const { state, api, reload } = useIdentityState();
  const host = useMemo<Host | undefined>(
    () =>
      state.status === 'signed-in'
        ? { api, identity: { user: state.user, profile: state.profile, reload } }
        : undefined,
    [state, api, reload],
  );
  // The key contains the user, because another user may get another version.
  return host ? <HostedArea key={host.identity.user._id} host={host} {...props} /> : null;
};
