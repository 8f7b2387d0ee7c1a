import { tokenStore } from '../identity/token-store.ts';
import { readPageData, INLINE_REMOTES, type InlineRemotes } from '../early/page-data.ts';
import { preloadRemote } from './load-remote.ts';
import type { RemoteName } from './remote-name.ts';
import { keepToldManifest } from './read-manifest.ts';
import { keepToldList, preloadList } from './read-release.ts';

const names: RemoteName[] = ['teacher', 'student', 'attendance'];

/** Keeps what is told of manifests. @returns the list */
const keep = (told: Partial<InlineRemotes> | undefined): unknown => {
  for (const [entry, manifest] of Object.entries(told?.manifests ?? {})) keepToldManifest(entry, manifest);
  return told?.list;
};

/**
 * Has on its way before anything is drawn what the navigation is made of, and the remote that a path needs; not for
 * visitors, who must sign in first.
 */
export const preloadForPath = (path: string): void => {
  if (!tokenStore.get()) return;
  // Only now, when it is as new as the page.
  const told = readPageData<InlineRemotes>(INLINE_REMOTES);
  if (told.list !== undefined) keepToldList(keep(told));
  else if (globalThis.remotesOfArea) keepToldList(globalThis.remotesOfArea.then(keep));
  preloadList();
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (name) void preloadRemote(name);
};
