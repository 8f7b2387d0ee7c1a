// Stands in the page itself, ahead of the app's scripts: small, and without imports of packages.
import { showFirstPage } from '../first-page/show-first-page.ts';
import { hasStorage } from '../has-storage.ts';
import { afterPaint } from './after-paint.ts';
import { startEarlyCalls } from './start-early-calls.ts';
import { filesForPath, languageOf, languagesOfVisit, remoteAreaOf } from './files-for-path.ts';
import { APP, CHUNKS, readPageData, INLINE_REMOTES, type Chunks, type InlineRemotes } from './page-data.ts';

const asked = new Set<string>();
const preload = (href: string): void => {
  if (asked.has(href)) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  // After the shell's own scripts, without which none of it can be used.
  link.fetchPriority = 'low';
  document.head.append(link);
};

/** Whatever goes wrong ahead of the app must not keep the app from starting. */
const attempt = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    console.warn(error);
  }
};

const chunks = readPageData<Chunks>(CHUNKS) as Chunks;
/** The app's own scripts, which are on their way. In a phone's cache they are there at once, and keep it busy before it draws. */
const startApp = (): void => {
  for (const src of chunks[APP] ?? []) {
    const script = document.createElement('script');
    script.src = src;
    // In this order.
    script.async = false;
    document.head.append(script);
  }
};

/** @returns what starts calls and fetches files for this visit, once the first page is drawn */
const prepareVisit = (): (() => void) => {
  const token = localStorage.getItem('token') ?? undefined;
  const visit = {
    path: location.pathname,
    signedIn: token !== undefined,
    languages: languagesOfVisit(),
  };
  const language = languageOf(visit, chunks);
  const remotes = readPageData<InlineRemotes>(INLINE_REMOTES);
  const area = remoteAreaOf(visit.path);
  const preloadAll = (known: Partial<InlineRemotes>): void =>
    filesForPath(visit, chunks, known).forEach(preload);
  const startCalls = (): void => {
    startEarlyCalls({ path: visit.path, language });
    // The page that the service worker keeps holds nothing that changes with a remote's release.
    if (area !== undefined && visit.signedIn && remotes.firstPages && !remotes.list)
      globalThis.remotesOfArea = fetch(`/remotes-of-area/${area}.json`, { cache: 'no-cache' }).then(
        async (response) => (response.ok ? ((await response.json()) as Partial<InlineRemotes>) : undefined),
        () => undefined,
      );
  };
  attempt(() =>
    showFirstPage({ path: visit.path, token, language, ofRemote: remotes.firstPages?.[area ?? ''] }),
  );
  return () => {
    attempt(startCalls);
    attempt(() => preloadAll(remotes));
    void globalThis.remotesOfArea?.then((known) => known && preloadAll(known));
  };
};

let startVisit = (): void => undefined;
// What the eye waits for comes first: to start calls takes a cheap phone as long as to draw.
afterPaint(() => {
  startVisit();
  startApp();
});
// Without storage the app says what it needs.
if (hasStorage())
  attempt(() => {
    startVisit = prepareVisit();
  });
