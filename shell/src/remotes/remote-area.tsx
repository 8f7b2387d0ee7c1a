import { ErrorState, LoadingState } from '@qr-attendance/ui-kit';
import type { Host, RemoteModule, RemoteProps } from '@qr-attendance/web-kit';
import { Component, Suspense, use, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import { loadRemoteModule, type RemoteName } from './load-remote.ts';

interface BoundaryProps {
  /** Another page of the area is tried anew. */
  path: string;
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches what a remote throws, while loading or later, so that it stays within its area. */
class AreaBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

const RemotePage = ({ loading, ...props }: RemoteProps & { loading: Promise<RemoteModule> }) => {
  const { Page } = use(loading);
  return (
    <div className="area-page">
      <Page {...props} />
    </div>
  );
};

interface Props {
  name: RemoteName;
  basePath: string;
}

/** A remote's page, a skeleton until it is there, and a friendly fallback with a retry when it is not to be had. */
export const RemoteArea = ({ name, basePath }: Props) => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { state, api, reload } = useIdentityState();
  const [attempt, setAttempt] = useState(() => ({ number: 1, loading: loadRemoteModule(name) }));
  const host = useMemo<Host | undefined>(
    () =>
      state.status === 'signed-in'
        ? { api, identity: { user: state.user, profile: state.profile, reload } }
        : undefined,
    [state, api, reload],
  );
  if (!host) return null;
  // What fails again in place may have been released anew meanwhile: the third attempt is a fresh page.
  const retry = () =>
    attempt.number < 2
      ? setAttempt({ number: attempt.number + 1, loading: loadRemoteModule(name) })
      : window.location.reload();
  return (
    <AreaBoundary
      key={attempt.number}
      path={pathname}
      fallback={<ErrorState message={t('remote.failed')} onRetry={retry} />}
    >
      <Suspense fallback={<LoadingState rows={8} />}>
        <RemotePage loading={attempt.loading} basePath={basePath} host={host} />
      </Suspense>
    </AreaBoundary>
  );
};
