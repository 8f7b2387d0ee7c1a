import { tokenStore } from '../identity/token-store.ts';
import { readPageData, INLINE_REMOTES, type InlineRemotes } from '../early/page-data.ts';
import { preloadRemote } from './load-remote.ts';
import type { RemoteName } from './remote-name.ts';
import { seedManifest } from './read-manifest.ts';
import { seedList, preloadList } from './read-release.ts';

const names: RemoteName[] = ['teacher', 'student', 'attendance'];

const seedManifests = (inlined: Partial<InlineRemotes> | undefined): unknown => {
  for (const [entry, manifest] of Object.entries(inlined?.manifests ?? {})) seedManifest(entry, manifest);
  return inlined?.list;
};

export const preloadForPath = (path: string): void => {
  if (!tokenStore.get()) return;
  // Read only now, when it is as recent as the page.
  const inlined = readPageData<InlineRemotes>(INLINE_REMOTES);
  if (inlined.list !== undefined) seedList(seedManifests(inlined));
  else if (globalThis.remotesOfArea) seedList(globalThis.remotesOfArea.then(seedManifests));
  preloadList();
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (name) void preloadRemote(name);
};
