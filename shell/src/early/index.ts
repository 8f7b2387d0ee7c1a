// Inlined in the page ahead of the app's scripts, so it is small and imports no packages.
import { areaOfPath } from '@qr-attendance/contracts/areas';
import { preferredLanguage } from '@qr-attendance/web-kit/language-names';
import { showFirstPage } from '../first-page/show-first-page.ts';
import { hasStorage } from '../has-storage.ts';
import { proveIfNew, startEarlyCalls } from './start-early-calls.ts';
import { filesForPath } from './files-for-path.ts';
import { APP, type Chunks, CHUNKS, INLINE_REMOTES, type InlineRemotes, readPageData } from './page-data.ts';

/** Hidden tabs run no animation frames. */
const MAX_WAIT_MS = 300;

const afterPaint = (work: () => void): void => {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, MAX_WAIT_MS);
};

const asked = new Set<string>();
const preload = (href: string): void => {
  if (asked.has(href)) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  // The shell's own scripts are needed first.
  link.fetchPriority = 'low';
  document.head.append(link);
};

/** An error in the early script must not prevent the app from starting. */
const attempt = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    console.warn(error);
  }
};

const chunks = readPageData<Chunks>(CHUNKS) as Chunks;
/** Cached scripts would run at once and delay the first paint on a phone. */
const startApp = (): void => {
  for (const src of chunks[APP] ?? []) {
    const script = document.createElement('script');
    script.src = src;
    // Scripts run in insertion order.
    script.async = false;
    document.head.append(script);
  }
};

const prepareVisit = (): (() => void) => {
  const token = localStorage.getItem('token') ?? undefined;
  const visit = {
    path: location.pathname,
    signedIn: token !== undefined,
    language: preferredLanguage(),
  };
  const { language } = visit;
  const proving = visit.signedIn ? proveIfNew(visit.path).catch(() => undefined) : Promise.resolve(undefined);
  const remotes = readPageData<InlineRemotes>(INLINE_REMOTES);
  const area = areaOfPath(visit.path);
  const preloadAll = (known: Partial<InlineRemotes>): void =>
    filesForPath(visit, chunks, known).forEach(preload);
  const startCalls = (): void => {
    startEarlyCalls({ path: visit.path, language, proving });
    // The page cached by the service worker contains nothing that changes with a remote's release.
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
// Painting comes first, because starting the calls takes a slow phone as long as painting.
afterPaint(() => {
  startVisit();
  startApp();
});
// Without storage, the app itself explains what it needs.
if (hasStorage())
  attempt(() => {
    startVisit = prepareVisit();
  });
