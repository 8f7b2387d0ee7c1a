// A script of its own, `/sw.js`: browsers run it beside the pages. It keeps files and the page that all paths begin with,
// and nothing that is about anybody.
import { CacheFirst, ExpirationPlugin, Serwist, type SerwistPlugin } from 'serwist';
import { FILES_CACHE, isKept } from './kept-files.ts';
import { forgetPage, keepPage, mayBeginWithKept, readKeptPage } from './kept-page.ts';
import { KEEP_PAGE } from './messages.ts';

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

const files = new CacheFirst({
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
});

/** Once the visit has what it needs: on a poor network the page for the next one must not get in its way. */
const UNTIL_QUIET_MS = 5_000;

/** Has the page of the next visit as new as the server's. Where that can't be reached, what is kept is good enough. */
const renewPage = async (event: ExtendableEvent): Promise<void> => {
  const keepFile = async (file: string): Promise<void> => {
    const [answer, kept] = files.handleAll({ event, request: new Request(file) });
    await answer;
    await kept;
  };
  await keepPage(keepFile).catch(() => undefined);
};
const renewPageLater = async (event: ExtendableEvent): Promise<void> => {
  await new Promise((resolve) => {
    setTimeout(resolve, UNTIL_QUIET_MS);
  });
  await renewPage(event);
};

const serwist = new Serwist({
  // It depends on no release: hashed files are the same for all of them. So it may begin at once.
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    { matcher: ({ url }) => isKept(url, location.origin), handler: files },
    {
      matcher: ({ request }) => mayBeginWithKept(request),
      handler: async ({ request, event }) => {
        const kept = await readKeptPage().catch(() => undefined);
        if (!kept) return fetch(request);
        event.waitUntil(renewPageLater(event));
        return kept;
      },
    },
  ],
});

/** What happens to a service worker, which TypeScript's library for pages doesn't know. */
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
 * Browsers that can, take answers from the network and files from the cache without starting the worker, which takes a
 * cheap phone longer than the file does. The rest goes on to the worker's routes.
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

addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(forgetPage()));

addEventListener('message', (event) => {
  const { data } = event as MessageEvent<unknown>;
  if (data === KEEP_PAGE)
    (event as Event as ExtendableEvent).waitUntil(renewPage(event as Event as ExtendableEvent));
});

serwist.addEventListeners();
