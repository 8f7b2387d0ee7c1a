import { LightNotice, RetryNotice, useColorScheme, VisuallyHidden } from '@qr-attendance/ui-kit';
import { retryableLazy } from '@qr-attendance/web-kit';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigationType } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { dismissReloadNotice, wasReloadedForOtherUser } from '../identity/reload-for-other-user.ts';
import { tokenStore } from '../identity/token-store.ts';
import { useEndingSignIn } from '../identity/use-ending-sign-in.ts';
import { kindOf, ownerOf, unverifiedKind } from '../identity/user-kind.ts';
import { loadChunk } from '../sign-in/load-chunk.ts';
import { AreaNav } from './area-nav.tsx';
import './frame.css';
import { NotLoaded } from './not-loaded.tsx';
import { TopBar } from './top-bar.tsx';
import { usePageArrival } from './use-page-arrival.ts';

/** A small file that always exists and that the service worker never caches. */
const PROBE = '/remotes.json';

/** Probes our server, because a server on this machine is reachable even if the browser is offline. */
const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );

/** Scrolls up after navigation, except when going back and when filters change. */
const useScrollToTop = (): void => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname, type]);
};

const useIsOffline = (): boolean => {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const check = async () => {
      if (navigator.onLine) return setOffline(false);
      const reachable = await isReachable(over.signal);
      if (!over.signal.aborted) setOffline(!reachable && !navigator.onLine);
    };
    void check();
    for (const event of ['online', 'offline'])
      window.addEventListener(event, () => void check(), { signal: over.signal });
    return () => over.abort();
  }, []);
  return offline;
};

/** True after a reload because of another user's sign-in, until the next navigation. */
const useReloadedForOtherUser = (pathname: string): boolean => {
  const [path] = useState(pathname);
  const [isReloadedForOtherUser] = useState(
    () => typeof sessionStorage !== 'undefined' && wasReloadedForOtherUser(),
  );
  useEffect(() => {
    if (isReloadedForOtherUser) dismissReloadNotice();
  }, [isReloadedForOtherUser]);
  return isReloadedForOtherUser && path === pathname;
};

/** An identity provider redirects to a page of this app with its result in the fragment. */
const PROVIDER_RESULT = /^#(?:error|linked|proof|challenge)=/;

/** Without this part, nobody learns the result, and a sign-in does not continue with the second factor. */
const ProviderReturnNotice = retryableLazy(
  () =>
    loadChunk().then(
      (module) => module.ProviderReturnNotice,
      () => NotLoaded,
    ),
  null,
);

const EndingSignIn = retryableLazy<{ end: number }>(
  () =>
    loadChunk().then(
      (module) => module.EndingSignIn,
      () => () => null,
    ),
  null,
);

/** The frame stays mounted while areas change. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { state, renewalRetry, movedTo } = useIdentityState();
  const { pathname, search, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  useColorScheme();
  useScrollToTop();
  const title = usePageArrival(main);
  const offline = useIsOffline();
  const isReloadedForOtherUser = useReloadedForOtherUser(pathname);
  const [isFromProvider] = useState(() => PROVIDER_RESULT.test(hash));
  const signedIn = state.status === 'signed-in';
  const signInEnd = useEndingSignIn();
  const userType = signedIn ? kindOf(state.user) : undefined;
  // Shows the area's links while the stored token is checked, so that the layout does not shift.
  const area =
    state.status === 'checking' ? (ownerOf(pathname) ?? unverifiedKind(tokenStore.get())) : userType;
  return (
    <div className={`frame ${area ? `frame-${area.toLowerCase()}` : ''}`}>
      <a className="frame-skip" href="#content">
        {t('skip')}
      </a>
      <TopBar signedIn={signedIn} />
      {area && <AreaNav userType={area} userId={signedIn ? state.user._id : undefined} />}
      <main id="content" ref={main} className="frame-content" tabIndex={-1}>
        {/* Rendered even while empty, because screen readers ignore live regions that appear together with their text. */}
        <div aria-live="polite" className="frame-notices">
          {offline && <LightNotice>{t('offline')}</LightNotice>}
          {movedTo !== undefined && (
            <LightNotice>
              {t('moved')}{' '}
              <a className="action-link" href={movedTo + pathname + search}>
                {movedTo}
              </a>
            </LightNotice>
          )}
          {isReloadedForOtherUser && state.status === 'signed-in' && (
            <LightNotice>{t('startedOver', { name: state.user.name })}</LightNotice>
          )}
        </div>
        {renewalRetry && !offline && <RetryNotice retry={renewalRetry} />}
        {/* A student who marks has no time for this. */}
        {signedIn && signInEnd !== undefined && !pathname.startsWith('/attendance/') && (
          <EndingSignIn end={signInEnd} />
        )}
        {isFromProvider && <ProviderReturnNotice />}
        {children}
      </main>
      <VisuallyHidden>
        <span aria-live="polite">{title}</span>
      </VisuallyHidden>
    </div>
  );
};
