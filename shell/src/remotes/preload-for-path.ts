import { tokenStore } from '../identity/token-store.ts';
import { preloadRemote, type RemoteName } from './load-remote.ts';

const names: RemoteName[] = ['teacher', 'student', 'attendance'];

/** Has the remote that a path needs on its way before anything is drawn; not for visitors, who must sign in first. */
export const preloadForPath = (path: string): void => {
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (name && tokenStore.get()) void preloadRemote(name);
};
