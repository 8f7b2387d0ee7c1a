import { areas, type AreaName } from '@qr-attendance/contracts';
import { useEffect } from 'react';
import { RequireSignedIn } from '../guards/guards.tsx';
import { tokenStore } from '../identity/token-store.ts';
import { preloadRemote } from './load-remote.ts';
import { RemoteArea } from './remote-area.tsx';

/** Preloads while the stored token is checked, because sequential round trips are slow on a weak network. */
export const usePreloadedArea = (name: AreaName): void =>
  useEffect(() => {
    if (tokenStore.get()) void preloadRemote(name);
  }, [name]);

export const Area = ({ name }: { name: AreaName }) => {
  usePreloadedArea(name);
  return (
    <RequireSignedIn {...areas[name]}>
      <RemoteArea name={name} basePath={`/${name}`} />
    </RequireSignedIn>
  );
};
