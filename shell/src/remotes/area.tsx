import type { UserType } from '@qr-attendance/contracts';
import { useEffect } from 'react';
import { RequireSignedIn } from '../guards/guards.tsx';
import { tokenStore } from '../identity/token-store.ts';
import { preloadRemote } from './load-remote.ts';
import type { RemoteName } from './remote-name.ts';
import { RemoteArea } from './remote-area.tsx';

/** On its way while the stored token is tried: on a poor network one round trip after the other is long. */
export const usePreloaded = (name: RemoteName): void =>
  useEffect(() => {
    if (tokenStore.get()) void preloadRemote(name);
  }, [name]);

/** A remote below `/<name>`, for signed-in users, of one type when given. */
export const Area = ({ name, userType }: { name: RemoteName; userType?: UserType }) => {
  usePreloaded(name);
  return (
    <RequireSignedIn {...(userType ? { userType } : {})}>
      <RemoteArea name={name} basePath={`/${name}`} />
    </RequireSignedIn>
  );
};
