// A script of its own, `/sw.js`: browsers run it beside the pages. It keeps files, and nothing that is about anybody.
import { CacheFirst, ExpirationPlugin, Serwist, type SerwistPlugin } from 'serwist';
import { FILES_CACHE, isKept } from './kept-files.ts';

/** Several releases' worth. */
const MOST_FILES = 300;
const UNUSED_SECONDS = 60 * 24 * 60 * 60;

/**
 * Only what the server itself calls immutable. On a network with a sign-in page of its own, any address may answer with
 * that page; kept as a script it would break the app for good.
 */
const onlyImmutable: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const isFile = response.status === 200 && response.type === 'basic' && !response.redirected;
    return isFile && /\bimmutable\b/.test(response.headers.get('cache-control') ?? '') ? response : null;
  },
};

const serwist = new Serwist({
  // It depends on no release: hashed files are the same for all of them. So it may begin at once.
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ url }) => isKept(url, location.origin),
      handler: new CacheFirst({
        cacheName: FILES_CACHE,
        plugins: [
          onlyImmutable,
          new ExpirationPlugin({
            maxEntries: MOST_FILES,
            maxAgeSeconds: UNUSED_SECONDS,
            maxAgeFrom: 'last-used',
            purgeOnQuotaError: true,
          }),
        ],
      }),
    },
  ],
});

interface RouterRule {
  condition: { requestMode?: 'navigate'; urlPattern?: string };
  source: 'network' | { cacheName: string };
}
/** The installation of a service worker, which TypeScript's library for pages doesn't know. */
interface InstallEvent extends Event {
  addRoutes?: (rules: RouterRule[]) => Promise<void>;
  waitUntil: (work: Promise<unknown>) => void;
}
/**
 * Browsers that can, take pages and answers from the network and files from the cache without starting the worker, which
 * takes a cheap phone longer than the file does. The rest goes on to the worker's routes.
 */
addEventListener('install', (event) => {
  const install = event as InstallEvent;
  const routing = install.addRoutes?.([
    { condition: { requestMode: 'navigate' }, source: 'network' },
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: FILES_CACHE } },
    { condition: { urlPattern: '/remotes/:name/assets/*' }, source: { cacheName: FILES_CACHE } },
  ]);
  if (routing) install.waitUntil(routing.catch(() => undefined));
});

serwist.addEventListeners();
