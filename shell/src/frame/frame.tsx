import type { User, UserType } from '@qr-attendance/contracts';
import { RetryNotice, useColorScheme } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { kindOf, ownerOf, useIdentityState } from '../identity/identity-context.ts';
import { tokenStore } from '../identity/token-store.ts';
import { AreaNav } from './area-nav.tsx';
import './frame.css';
import { TopBar } from './top-bar.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** Whose the stored token says it is, unchecked: nothing is let through for it, only the place of the links is kept. */
const claimedKind = (): UserType | undefined => {
  const claims = tokenStore.get()?.split('.')[1] ?? '';
  try {
    return kindOf(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as User);
  } catch {
    return undefined;
  }
};

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
  const area = state.status === 'checking' ? (ownerOf(pathname) ?? claimedKind()) : userType;
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
