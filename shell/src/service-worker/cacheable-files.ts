export const CACHE_PAGE = 'keep the page';

export const FILES_CACHE = 'hashed-files';

/** Files of the shell and remotes with a content hash in the name are immutable. */
const HASHED = /^(?:\/remotes\/[\w.-]+)?\/assets\/[\w~-]+(?:\.[\w~-]+)*\.[0-9a-f]{8}\.(?:js|css|svg|wasm)$/;
/** These files are never cached, because the server determines the current remote entry. */
const REMOTE_ENTRY = /\/remoteEntry\./;

export const isCacheable = ({ origin, pathname, search }: URL, ownOrigin: string): boolean =>
  origin === ownOrigin && search === '' && HASHED.test(pathname) && !REMOTE_ENTRY.test(pathname);
