import { ErrorState, LoadingState } from '@qr-attendance/ui-kit';
import type { Host } from '@qr-attendance/web-kit';
import { Component, lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { loadRemoteModule, type RemoteName } from './load-remote.ts';

/** Catches what a remote throws, while loading or later, so that it stays within its area. */
class AreaBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** A remote's page, a skeleton until it is there, and a friendly fallback with a retry when it is not to be had. */
export const RemoteArea = ({ name, basePath }: { name: RemoteName; basePath: string }) => {
  const { t } = useTranslation('shell');
  const { state, api, reload } = useIdentityState();
  const [attempt, setAttempt] = useState(0);
  const Page = useMemo(
    () => lazy(async () => ({ default: (await loadRemoteModule(name)).Page })),
    // A lazy component remembers its failure, so each attempt needs a new one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [name, attempt],
  );
  const host = useMemo<Host | undefined>(
    () =>
      state.status === 'signed-in'
        ? { api, identity: { user: state.user, profile: state.profile, reload } }
        : undefined,
    [state, api, reload],
  );
  if (!host) return null;
  return (
    <AreaBoundary
      key={`${name} ${attempt}`}
      fallback={<ErrorState message={t('remote.failed')} onRetry={() => setAttempt(attempt + 1)} />}
    >
      <Suspense fallback={<LoadingState rows={8} />}>
        <Page basePath={basePath} host={host} />
      </Suspense>
    </AreaBoundary>
  );
};
