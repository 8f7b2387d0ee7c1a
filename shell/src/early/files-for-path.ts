import { firstPageOf } from '../first-page/first-page-of.ts';
import type { Chunks, InlineRemotes } from './page-data.ts';

/** Of a remote's manifest, by Module Federation's format: what it names is below the folder it lies in. */
interface Manifest {
  metaData?: { remoteEntry?: { path?: string; name?: string } };
  exposes?: { assets?: { js?: { sync?: string[]; async?: string[] }; css?: { sync?: string[] } } }[];
}

interface Visit {
  path: string;
  signedIn: boolean;
  /** The first part of each language that the person reads, the one they like best first: `de`, `en`. */
  languages: readonly string[];
}

const REMOTE_PATH = /^\/(teacher|student|attendance)(?:\/|$)/;

/** The shell's own imports that a path leads to, by their `webpackChunkName`. */
const importsFor = ({ path, signedIn }: Visit): string[] => {
  if (firstPageOf({ path, signedIn }) === 'sign-in')
    return path.startsWith('/attendance/') ? ['login', 'scan'] : ['login'];
  const area = REMOTE_PATH.exec(path)?.[1];
  if (area === undefined) return [];
  // The marking page does without antd.
  return area === 'attendance' ? ['federation'] : ['federation', 'theme'];
};

/** The languages of this visit, as the app chooses among them. */
export const languagesOfVisit = (): string[] =>
  [localStorage.getItem('language'), ...navigator.languages].flatMap((tag) => tag?.split('-')[0] ?? []);

/** The language that the app will be shown in. */
export const languageOf = ({ languages }: Pick<Visit, 'languages'>, chunks: Chunks): string =>
  languages.find((one) => one === 'en' || one in chunks) ?? 'en';

/** The file with a language's texts, as the build names it. */
const isOfLanguage = (file: string, language: string): boolean => file.includes(`/${language}.`);

const filesOfRemote = (entry: string, { metaData, exposes }: Manifest, language: string): string[] => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const { path = '', name } = metaData?.remoteEntry ?? {};
  const exposed = (exposes ?? []).flatMap(({ assets }) => [
    ...(assets?.js?.sync ?? []),
    ...(assets?.css?.sync ?? []),
    ...(assets?.js?.async ?? []).filter((file) => isOfLanguage(file, language)),
  ]);
  return [...(name === undefined ? [] : [path + name]), ...exposed].map((file) => folder + file);
};

/**
 * The scripts and styles that a page needs beside those that each page has, so that nothing is fetched in a row that can
 * be fetched at once. A remote's only where the page holds its manifest, and for people who are signed in.
 */
export const filesForPath = (visit: Visit, chunks: Chunks, inline: Partial<InlineRemotes>): string[] => {
  const language = languageOf(visit, chunks);
  const own = [language, ...importsFor(visit)].flatMap((name) => chunks[name] ?? []);
  const manifests = visit.signedIn ? Object.entries(inline.manifests ?? {}) : [];
  const lent = manifests.flatMap(([entry, manifest]) => filesOfRemote(entry, manifest as Manifest, language));
  return [...new Set([...own, ...lent])];
};
