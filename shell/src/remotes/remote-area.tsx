import { ErrorState, LoadingState } from '@qr-attendance/ui-kit';
import type { Host, RemoteProps } from '@qr-attendance/web-kit';
import {
  Component,
  Fragment,
  Suspense,
  use,
  useEffect,
  useMemo,
  useReducer,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import { mayOpen, pageAt } from './area-pages.ts';
import { IncompatibleRemote } from './incompatible-remote.ts';
import { loadRemote, type LoadedRemote } from './load-remote.ts';
import type { RemoteName } from './remote-name.ts';

interface BoundaryProps {
  /** Another page of the area is tried again. */
  path: string;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Catches what a remote throws, while loading or later, so that it stays within its area. */
class AreaBoundary extends Component<BoundaryProps, { failed: boolean; error?: unknown }> {
  override state: { failed: boolean; error?: unknown } = { failed: false };
  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }
  override componentDidUpdate(before: BoundaryProps) {
    // oxlint-disable-next-line react/no-did-update-set-state -- once, when the path has changed
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }
  override render() {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children;
  }
}

/** The remote, at a page that its user may see. Specification, section 2, route guards. */
const RemotePage = ({ loading, ...props }: RemoteProps & { loading: Promise<LoadedRemote> }) => {
  const { basePath, host } = props;
  const { pathname } = useLocation();
  const { module, pages, loadTheme } = use(loading);
  const page = pageAt(pages, { basePath, pathname });
  if (!mayOpen(host.identity.user.userType, page)) return <Navigate to="/" replace />;
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
 * Draws again once a promise is settled. `use` alone would do that too, but React holds back what follows a fallback for up
 * to 300 ms, unless something else is drawn with it.
 */
const useRedrawOnceSettled = (promise: Promise<unknown>): void => {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    promise.then(redraw, redraw);
  }, [promise]);
};

interface Props {
  name: RemoteName;
  basePath: string;
}

const LentArea = ({ name, basePath, host }: Props & { host: Host }) => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const load = () => loadRemote(name, host.identity.user._id);
  const [attempt, setAttempt] = useState(() => ({ number: 1, loading: load() }));
  useRedrawOnceSettled(attempt.loading);
  const fallback = (error: unknown) => {
    const incompatible = error instanceof IncompatibleRemote;
    // A fresh page may have a newer shell, and what fails again in place may have been released again meanwhile.
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
    <AreaBoundary key={attempt.number} path={pathname} fallback={fallback}>
      <Suspense fallback={<LoadingState rows={8} />}>
        <RemotePage loading={attempt.loading} basePath={basePath} host={host} />
      </Suspense>
    </AreaBoundary>
  );
};

/** A remote's page, a skeleton until it is there, and a friendly fallback with a retry when it is not to be had. */
export const RemoteArea = (props: Props) => {
  const { state, api, reload } = useIdentityState();
  const host = useMemo<Host | undefined>(
    () =>
      state.status === 'signed-in'
        ? { api, identity: { user: state.user, profile: state.profile, reload } }
        : undefined,
    [state, api, reload],
  );
  // Another user may get another version.
  return host ? <LentArea key={host.identity.user._id} host={host} {...props} /> : null;
};
