/** Where the worker keeps files. */
export const FILES_CACHE = 'hashed-files';

/** The build's files of the shell and of remotes, with a content hash in the name: such a file never changes. */
const HASHED = /^(?:\/remotes\/[\w.-]+)?\/assets\/[\w~-]+(?:\.[\w~-]+)*\.[0-9a-f]{8}\.(?:js|css|svg|wasm)$/;
/** A remote begins with it: which one that is, the server says each time. */
const REMOTE_ENTRY = /\/remoteEntry\./;

/** Whether the worker may keep what an address answers: nothing of the API, no page, no list or manifest of remotes. */
export const isKept = ({ origin, pathname, search }: URL, ownOrigin: string): boolean =>
  origin === ownOrigin && search === '' && HASHED.test(pathname) && !REMOTE_ENTRY.test(pathname);
