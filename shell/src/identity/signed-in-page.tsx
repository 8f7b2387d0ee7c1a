import { NotifyProvider } from '@qr-attendance/ui-kit';
import { HostProvider } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useIdentityState } from './identity-context.ts';

/** Provides a page of the shell with what a remote gets: API client, identity and a query cache. */
export const SignedInPage = ({ children }: { children: ReactNode }) => {
  const { state, api, reload } = useIdentityState();
  if (state.status !== 'signed-in') return null;
  const { user, profile } = state;
  return (
    <HostProvider basePath="" host={{ api, identity: { user, profile, reload } }}>
      <NotifyProvider>{children}</NotifyProvider>
    </HostProvider>
  );
};
