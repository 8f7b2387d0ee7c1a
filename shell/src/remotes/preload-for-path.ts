import { areaOfPath } from '@qr-attendance/contracts/areas';
import { INLINE_REMOTES, readPageData, type InlineRemotes } from '@qr-attendance/page-start/app';
import { tokenStore } from '../identity/token-store.ts';
import { preloadRemote } from './load-remote.ts';
import { seedManifest } from './read-manifest.ts';
import { seedList, preloadList } from './read-release.ts';

const seedManifests = (inlined: Partial<InlineRemotes> | undefined): unknown => {
  for (const [entry, manifest] of Object.entries(inlined?.manifests ?? {})) seedManifest(entry, manifest);
  return inlined?.list;
};

export const preloadForPath = (path: string): void => {
  if (!tokenStore.get()) return;
  // Later reads must fetch the list, because the inlined list is as old as the page.
  const inlined = readPageData<InlineRemotes>(INLINE_REMOTES);
  if (inlined.list !== undefined) seedList(seedManifests(inlined));
  else if (globalThis.remotesOfArea) seedList(globalThis.remotesOfArea.then(seedManifests));
  preloadList();
  const name = areaOfPath(path);
  if (name) void preloadRemote(name);
};
