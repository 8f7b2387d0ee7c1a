import { CacheFirst, ExpirationPlugin, Serwist, type SerwistPlugin } from 'serwist';
import { CACHE_PAGE, FILES_CACHE, isCacheable } from './cacheable-files.ts';
import { deleteCachedPage, cachePage, canServeFromCache, readCachedPage } from './cached-page.ts';

/** The limit is enough for several releases. */
const MAX_FILES = 300;
const MAX_UNUSED_SECONDS = 60 * 24 * 60 * 60;

/** A captive portal's page, cached as a script, would break the app permanently. */
const onlyImmutable: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const isFile = response.status === 200 && response.type === 'basic' && !response.redirected;
    return isFile && /\bimmutable\b/.test(response.headers.get('cache-control') ?? '') ? response : null;
  },
};

const files = new CacheFirst({
  cacheName: FILES_CACHE,
  plugins: [
    onlyImmutable,
    new ExpirationPlugin({
      maxEntries: MAX_FILES,
      maxAgeSeconds: MAX_UNUSED_SECONDS,
      maxAgeFrom: 'last-used',
      purgeOnQuotaError: true,
    }),
  ],
});

/**
 * Caching is delayed, because on a weak network, files for the next visit must not compete with the current
 * one.
 */
const RENEWAL_DELAY_MS = 5_000;

/** Updates the page for the next visit. Keeps the cached one if the server is unreachable. */
const renewPage = async (event: ExtendableEvent): Promise<void> => {
  const cacheFile = async (file: string): Promise<void> => {
    const [response, cached] = files.handleAll({ event, request: new Request(file) });
    await response;
    await cached;
  };
  await cachePage(cacheFile).catch(() => undefined);
};
const renewPageLater = async (event: ExtendableEvent): Promise<void> => {
  await new Promise((resolve) => {
    setTimeout(resolve, RENEWAL_DELAY_MS);
  });
  await renewPage(event);
};

const serwist = new Serwist({
  // Hashed files do not depend on a release, so a new worker may take over at once.
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    { matcher: ({ url }) => isCacheable(url, location.origin), handler: files },
    {
      matcher: ({ request }) => canServeFromCache(request),
      handler: async ({ request, event }) => {
        const cached = await readCachedPage().catch(() => undefined);
        if (!cached) return fetch(request);
        event.waitUntil(renewPageLater(event));
        return cached;
      },
    },
  ],
});

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface RouterRule {
  condition: { urlPattern: string };
  source: 'network' | { cacheName: string };
}
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rules: RouterRule[]) => Promise<void>;
}
/**
 * Routes that browsers handle without starting the worker, which takes longer than a request on a slow phone.
 */
addEventListener('install', (event) => {
  const install = event as InstallEvent;
  const routing = install.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: FILES_CACHE } },
    { condition: { urlPattern: '/remotes/:name/assets/*' }, source: { cacheName: FILES_CACHE } },
  ]);
  if (routing) install.waitUntil(routing.catch(() => undefined));
});

addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(deleteCachedPage()));

addEventListener('message', (event) => {
  const { data } = event as MessageEvent<unknown>;
  if (data === CACHE_PAGE)
    (event as Event as ExtendableEvent).waitUntil(renewPage(event as Event as ExtendableEvent));
});

serwist.addEventListeners();
