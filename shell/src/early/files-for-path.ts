import { leadsTo } from '@qr-attendance/contracts/page-path';
import { firstPageOf } from '../first-page/first-page-of.ts';
import type { Chunks, InlineRemotes } from './page-data.ts';

/** Of a remote's manifest, by Module Federation's format: what it names is below the folder it lies in. */
interface Manifest {
  metaData?: { remoteEntry?: { path?: string; name?: string } };
  exposes?: { assets?: { js?: { sync?: string[] }; css?: { sync?: string[] } } }[];
  /** What our own build adds: the remote's pages, and the files of each named import. Older builds added none. */
  remote?: { pages?: { path: string; plain?: boolean }[]; files?: Record<string, string[]> };
}

interface Visit {
  path: string;
  signedIn: boolean;
  /** The first part of each language that the person reads, the one they like best first: `de`, `en`. */
  languages: readonly string[];
}

const REMOTE_PATH = /^\/(teacher|student|attendance)(?:\/|$)/;
/** The area that a path lies in, if it is one that a remote has. */
export const remoteAreaOf = (path: string): string | undefined => REMOTE_PATH.exec(path)?.[1];

type Page = NonNullable<NonNullable<Manifest['remote']>['pages']>[number];

/** The page at a path, of those that a remote's manifest declares: the first whose steps are the path's. */
const pageAt = (path: string, manifests: Manifest[]): Page | undefined =>
  manifests.flatMap(({ remote }) => remote?.pages ?? []).find((page) => leadsTo(page.path, path));

/** The shell's own imports that a path leads to, by their `webpackChunkName`. */
const importsFor = ({ path, signedIn }: Visit, page: Page | undefined): string[] => {
  if (firstPageOf({ path, signedIn }) === 'sign-in')
    return path.startsWith('/attendance/') ? ['login', 'scan'] : ['login'];
  const area = remoteAreaOf(path);
  if (area === undefined) return [];
  // The marking page does without antd, whether or not its manifest is here to say so.
  return area === 'attendance' || page?.plain ? ['federation'] : ['federation', 'theme'];
};

/** The languages of this visit, as the app chooses among them. */
export const languagesOfVisit = (): string[] =>
  [localStorage.getItem('language'), ...navigator.languages].flatMap((tag) => tag?.split('-')[0] ?? []);

/** The language that the app will be shown in. */
export const languageOf = ({ languages }: Pick<Visit, 'languages'>, chunks: Chunks): string =>
  languages.find((one) => one === 'en' || one in chunks) ?? 'en';

/** The name of the import that has a page (`webpackChunkName`): `page-courses-id` for `courses/:id`, `page-` for the first. */
const chunkOf = ({ path }: Page): string => `page-${path.replaceAll(':', '').replaceAll('/', '-')}`;

/** @param names of imports whose files are wanted too */
const filesOfRemote = (entry: string, { metaData, exposes, remote }: Manifest, names: string[]): string[] => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const { path = '', name } = metaData?.remoteEntry ?? {};
  const exposed = (exposes ?? []).flatMap(({ assets }) => [
    ...(assets?.js?.sync ?? []),
    ...(assets?.css?.sync ?? []),
  ]);
  const named = names.flatMap((each) => remote?.files?.[each] ?? []);
  return [...(name === undefined ? [] : [path + name]), ...exposed, ...named].map((file) => folder + file);
};

/**
 * The scripts and styles that a page needs beside those that each page has, so that nothing is fetched in a row that can
 * be fetched at once. A remote's only where the page holds its manifest, and for people who are signed in.
 */
export const filesForPath = (visit: Visit, chunks: Chunks, inline: Partial<InlineRemotes>): string[] => {
  const language = languageOf(visit, chunks);
  const manifests = (visit.signedIn ? Object.entries(inline.manifests ?? {}) : []) as [string, Manifest][];
  const page = pageAt(
    visit.path,
    manifests.map(([, manifest]) => manifest),
  );
  const own = [language, ...importsFor(visit, page)].flatMap((name) => chunks[name] ?? []);
  const names = page ? [language, chunkOf(page)] : [language];
  const lent = manifests.flatMap(([entry, manifest]) => filesOfRemote(entry, manifest, names));
  return [...new Set([...own, ...lent])];
};
