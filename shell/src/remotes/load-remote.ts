import type { RemotePage, RemoteRelease, RemoteVersion } from '@qr-attendance/contracts';
import type { RemoteModule } from '@qr-attendance/web-kit';
import { Fragment } from 'react';
import { loadAntdTheme, type Theme } from '../antd/lazy-theme.tsx';
import { pageAt, pagesOf, showPages } from './area-pages.ts';
import { placeOf, versionAt } from './choose-version.ts';
import { IncompatibleRemote } from './incompatible-remote.ts';
import { keep } from './keep.ts';
import { loadVersion, preloadFederation } from './load-version.ts';
import { readManifest } from './read-manifest.ts';
import { forgetRelease, readRelease } from './read-release.ts';
import type { RemoteName } from './remote-name.ts';

/** Versions that could not be loaded in this page, which goes on without them. */
const unusable = new Set<string>();

/** Over plain HTTP from another machine browsers have no hash: those users get what everyone gets. */
const versionFor = async (
  name: RemoteName,
  release: RemoteRelease,
  userId: string,
): Promise<RemoteVersion> => {
  if (release.rollout.length === 0 || !isSecureContext) return release;
  const version = versionAt(release, await placeOf(name, userId));
  return unusable.has(version.entry) ? release : version;
};

export interface LoadedRemote {
  module: RemoteModule;
  /** Those that this version declares. */
  pages: readonly RemotePage[];
  /** What all pages but plain ones are drawn within: fetched once, and again after a failure. */
  loadTheme: () => Promise<{ Theme: Theme }>;
}

const takesAntd = async ({ entry }: RemoteVersion): Promise<boolean> => {
  const manifest = await readManifest(entry);
  // Without a manifest, what the remote needs is unknown.
  return !manifest || Object.keys(manifest.contractVersion.shared).some((name) => name.startsWith('antd/'));
};
const themeFor = async (version: RemoteVersion): Promise<{ Theme: Theme }> => ({
  Theme: (await takesAntd(version)) ? await loadAntdTheme() : Fragment,
});

/** A version's pages and their theme, which is there already where the page at the browser's address needs it. */
const findPage = async (name: RemoteName, version: RemoteVersion) => {
  const kept = keep<{ Theme: Theme }>();
  const loadTheme = () => kept('', () => themeFor(version));
  const pages = await pagesOf(version);
  const page = pageAt(pages, { basePath: `/${name}`, pathname: location.pathname });
  if (!page?.plain) await loadTheme();
  return { pages, page, loadTheme };
};

/** A version, with its page at the browser's address ready to be drawn. */
const loadPrepared = async (name: RemoteName, version: RemoteVersion) => {
  const [module, { page, ...found }] = await Promise.all([
    loadVersion(name, version),
    findPage(name, version),
  ]);
  // What can't be had is asked for again, and told, where it is drawn.
  if (page) await module.prepare?.(page.path).catch(() => undefined);
  return { module, ...found };
};

const loadWithPages = async (name: RemoteName, version: RemoteVersion): Promise<LoadedRemote> => {
  const { module, pages, loadTheme } = await loadPrepared(name, version);
  showPages(name, pages);
  return { module, pages, loadTheme };
};

const RELOADED = 'page-reloaded';
/** The page that the service worker keeps may be older than the remote; the server has one that goes with it. Once in a tab. */
const reloadPage = (): void => {
  if (sessionStorage.getItem(RELOADED) !== null) return;
  sessionStorage.setItem(RELOADED, '');
  location.reload();
};

/** The user's version; the stable one where a new one can't be had, which costs nobody their area. */
const load = async (name: RemoteName, userId: string): Promise<LoadedRemote> => {
  try {
    preloadFederation();
    const release = await readRelease(name);
    const version = await versionFor(name, release, userId);
    if (version.entry === release.entry) return await loadWithPages(name, release);
    return await loadWithPages(name, version).catch((error: unknown) => {
      unusable.add(version.entry);
      console.warn(`${version.entry} can't be used, so ${release.entry} is:`, error);
      return loadWithPages(name, release);
    });
  } catch (error) {
    forgetRelease(name);
    if (error instanceof IncompatibleRemote && globalThis.remotesOfArea) reloadPage();
    throw error;
  }
};

const kept = keep<LoadedRemote>();

/** Loads a user's version of a remote, or rejects within a bounded time. Loaded once, it stays; failed, it is forgotten. */
export const loadRemote = (name: RemoteName, userId: string): Promise<LoadedRemote> =>
  kept(`${name} ${userId}`, () => load(name, userId));

/** Has a remote on its way before it is known who is there; not where that decides on the version. Never rejects. */
export const preloadRemote = async (name: RemoteName): Promise<void> => {
  try {
    preloadFederation();
    const release = await readRelease(name);
    if (release.rollout.length === 0) await loadPrepared(name, release);
  } catch {
    forgetRelease(name);
  }
};

/**
 * Finds out which pages an area has, without loading its remote: those of the user's version, or while it isn't known
 * who is there of the stable one. Never rejects.
 */
export const findPages = async (name: RemoteName, userId: string | undefined): Promise<void> => {
  try {
    const release = await readRelease(name);
    const version = userId === undefined ? release : await versionFor(name, release, userId);
    const pages = await pagesOf(version).catch(() => pagesOf(release));
    showPages(name, pages);
  } catch {
    forgetRelease(name);
  }
};
