import { RetryNotice, useColorScheme } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import { tokenStore } from '../identity/token-store.ts';
import { kindOf, claimedKind, ownerOf } from '../identity/user-kind.ts';
import { AreaNav } from './area-nav.tsx';
import './frame.css';
import { TopBar } from './top-bar.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** The frame of every page. It belongs to the shell and stays while areas come and go. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { state, renewalRetry } = useIdentityState();
  const { pathname } = useLocation();
  useColorScheme();
  useScrollToTop();
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
      <main id="content" className="frame-content" tabIndex={-1}>
        {renewalRetry && <RetryNotice retry={renewalRetry} />}
        {children}
      </main>
    </div>
  );
};
