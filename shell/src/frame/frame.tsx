import { LightNotice, RetryNotice, useColorScheme, VisuallyHidden } from '@qr-attendance/ui-kit';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import { forgetStartOver, hasStartedOver } from '../identity/start-over.ts';
import { tokenStore } from '../identity/token-store.ts';
import { kindOf, claimedKind, ownerOf } from '../identity/user-kind.ts';
import { AreaNav } from './area-nav.tsx';
import './frame.css';
import { TopBar } from './top-bar.tsx';
import { useIsOffline } from './use-is-offline.ts';
import { usePageArrival } from './use-page-arrival.ts';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** Until the next page: this one was loaded anew, as somebody else signed in in another tab. */
const useStartedOver = (pathname: string): boolean => {
  const [path] = useState(pathname);
  const [startedOver] = useState(() => typeof sessionStorage !== 'undefined' && hasStartedOver());
  useEffect(() => {
    if (startedOver) forgetStartOver();
  }, [startedOver]);
  return startedOver && path === pathname;
};

/** The frame of every page. It belongs to the shell and stays while areas come and go. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { state, renewalRetry } = useIdentityState();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useColorScheme();
  useScrollToTop();
  const title = usePageArrival(main);
  const offline = useIsOffline();
  const startedOver = useStartedOver(pathname);
  const signedIn = state.status === 'signed-in';
  const userType = signedIn ? kindOf(state.user) : undefined;
  // While the stored token is tried, the area's links are there already, so that nothing jumps afterwards.
  const area = state.status === 'checking' ? (ownerOf(pathname) ?? claimedKind(tokenStore.get())) : userType;
  return (
    <div className={`frame ${area ? `frame-${area.toLowerCase()}` : ''}`}>
      <a className="frame-skip" href="#content">
        {t('skip')}
      </a>
      <TopBar signedIn={signedIn} />
      {area && <AreaNav userType={area} userId={signedIn ? state.user._id : undefined} />}
      <main id="content" ref={main} className="frame-content" tabIndex={-1}>
        {/* There before it has something to say: screen readers pass over a live region that comes with its words. */}
        <div aria-live="polite" className="frame-notices">
          {offline && <LightNotice>{t('offline')}</LightNotice>}
          {startedOver && state.status === 'signed-in' && (
            <LightNotice>{t('startedOver', { name: state.user.name })}</LightNotice>
          )}
        </div>
        {renewalRetry && !offline && <RetryNotice retry={renewalRetry} />}
        {children}
      </main>
      <VisuallyHidden>
        <span aria-live="polite">{title}</span>
      </VisuallyHidden>
    </div>
  );
};
