// Inlined in the page ahead of the app's scripts, so it is small and imports no packages.
import { areaOfPath } from '@qr-attendance/contracts/areas';
import { preferredLanguage } from '@qr-attendance/web-kit/language-names';
import { APP, type Chunks, CHUNKS, INLINE_REMOTES, type InlineRemotes } from '../page-data.ts';
import { filesForPath } from './files-for-path.ts';
import { readPageData } from './read-page-data.ts';
import { signInProviders } from './sign-in-options.ts';
import type { Shell } from './shell.ts';
import { showFirstPage } from './show-first-page.ts';
import { proveIfNew, startEarlyCalls } from './start-early-calls.ts';

export type { Shell };

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

/** Cached scripts would run at once and delay the first paint on a phone. */
const startApp = (chunks: Chunks): void => {
  for (const src of chunks[APP] ?? []) {
    const script = document.createElement('script');
    script.src = src;
    // Scripts run in insertion order.
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
    ? proveIfNew(visit.path, shell).catch(() => undefined)
    : Promise.resolve(undefined);
  const remotes = readPageData<InlineRemotes>(INLINE_REMOTES);
  const area = areaOfPath(visit.path);
  const preloadAll = (known: Partial<InlineRemotes>): void =>
    filesForPath(visit, chunks, known).forEach(preload);
  const startCalls = (): void => {
    startEarlyCalls({ path: visit.path, language, proving }, shell);
    // The page cached by the service worker contains nothing that changes with a remote's release.
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

/** Shows the first page, then starts the calls and preloads the files that the path needs, and the app. */
export const startPage = (shell: Shell): void => {
  const chunks = readPageData<Chunks>(CHUNKS) as Chunks;
  let startVisit = (): void => undefined;
  // Painting comes first, because starting the calls takes a slow phone as long as painting.
  afterPaint(() => {
    startVisit();
    startApp(chunks);
  });
  // Without storage, the app itself explains what it needs.
  if (shell.hasStorage())
    attempt(() => {
      startVisit = prepareVisit(chunks, shell);
    });
};
