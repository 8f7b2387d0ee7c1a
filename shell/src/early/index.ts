// Stands in the page itself, ahead of the app's scripts: small, and without imports of packages.
import { showFirstPage } from '../first-page/show-first-page.ts';
import { startEarlyCalls } from './start-early-calls.ts';
import { filesForPath, languageOf, languagesOfVisit } from './files-for-path.ts';
import { CHUNKS, readPageData, INLINE_REMOTES, type Chunks, type InlineRemotes } from './page-data.ts';

const preload = (href: string): void => {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  // After the shell's own scripts, without which none of it can be used.
  link.fetchPriority = 'low';
  document.head.append(link);
};

const token = localStorage.getItem('token') ?? undefined;
const visit = {
  path: location.pathname,
  signedIn: token !== undefined,
  languages: languagesOfVisit(),
};
const chunks = readPageData<Chunks>(CHUNKS) as Chunks;
const language = languageOf(visit, chunks);
startEarlyCalls({ path: visit.path, language });
const remotes = readPageData<InlineRemotes>(INLINE_REMOTES);
filesForPath(visit, chunks, remotes).forEach(preload);
showFirstPage({ path: visit.path, token, language, ofRemote: remotes.firstPages });
