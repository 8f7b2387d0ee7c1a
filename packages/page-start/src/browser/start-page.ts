// The build inlines this module ahead of the app's scripts, so it must be small and must not import packages.
import { areaOfPath } from '@qr-attendance/contracts/areas';
import { preferredLanguage } from '@qr-attendance/web-kit/language-names';
import { APP, type Chunks, CHUNKS, INLINE_REMOTES, type InlineRemotes } from '../page-data.ts';
import { filesForPath } from './files-for-path.ts';
import { readPageData } from './read-page-data.ts';
import { signInProviders } from './sign-in-options.ts';
import type { Shell } from './shell.ts';
import { showFirstPage } from './show-first-page.ts';
import { signIfNewScan, startEarlyCalls } from './start-early-calls.ts';

export type { Shell };

/** Maximum wait for an animation frame, because hidden tabs run none. */
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

/** Starts the app after the first paint; cached scripts would run at once and delay it on a phone. */
const startApp = (chunks: Chunks): void => {
  for (const src of chunks[APP] ?? []) {
    const script = document.createElement('script');
    script.src = src;
    // With `async` off, scripts run in insertion order.
    script.async = false;
    document.head.append(script);
  }
};

const prepareVisit = (chunks: Chunks, shell: Shell): (() => void) => {
  const token = shell.token();
  const visit = {
    path: location.pathname,
    signedIn: token !== undefined,
    providers: signInProviders().length > 0,
    language: preferredLanguage(),
  };
  const { language } = visit;
  const proving = visit.signedIn
    ? signIfNewScan(visit.path, shell).catch(() => undefined)
    : Promise.resolve(undefined);
  const remotes = readPageData<InlineRemotes>(INLINE_REMOTES);
  const area = areaOfPath(visit.path);
  const preloadAll = (known: Partial<InlineRemotes>): void =>
    filesForPath(visit, chunks, known).forEach(preload);
  const startCalls = (): void => {
    startEarlyCalls({ path: visit.path, language, proving }, shell);
    // The service worker caches the page, so it contains nothing that changes with a remote's release.
    if (area !== undefined && visit.signedIn && remotes.firstPages && !remotes.list)
      globalThis.remotesOfArea = fetch(`/remotes-of-area/${area}.json`, { cache: 'no-cache' }).then(
        async (response) => (response.ok ? ((await response.json()) as Partial<InlineRemotes>) : undefined),
        () => undefined,
      );
  };
  attempt(() => showFirstPage({ ...visit, token, ofRemote: remotes.firstPages?.[area ?? ''] }, shell));
  return () => {
    attempt(startCalls);
    attempt(() => preloadAll(remotes));
    void globalThis.remotesOfArea?.then((known) => known && preloadAll(known));
  };
};

/** Shows the first page, then starts the calls and preloads the app and the files that the path needs. */
export const startPage = (shell: Shell): void => {
  const chunks = readPageData<Chunks>(CHUNKS) as Chunks;
  let startVisit = (): void => undefined;
  // The page is painted before the calls start, because on a slow phone starting them takes as long as painting.
  afterPaint(() => {
    startVisit();
    startApp(chunks);
  });
  // Without storage, the app does not start normally but explains that it needs storage.
  if (shell.hasStorage())
    attempt(() => {
      startVisit = prepareVisit(chunks, shell);
    });
};
