import { tokenStore } from '../identity/token-store.ts';
import { preloadRemote, type RemoteName } from './load-remote.ts';
import { preloadList } from './read-release.ts';

const names: RemoteName[] = ['teacher', 'student', 'attendance'];

/**
 * Has on its way before anything is drawn what the navigation is made of, and the remote that a path needs; not for
 * visitors, who must sign in first.
 */
export const preloadForPath = (path: string): void => {
  if (!tokenStore.get()) return;
  preloadList();
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (name) void preloadRemote(name);
};
