import type { AreaName, RemotePage, RemoteRelease, RemoteVersion } from '@qr-attendance/contracts';
import type { RemoteModule } from '@qr-attendance/web-kit';
import { Fragment } from 'react';
import { loadAntdTheme, type Theme } from '../antd/lazy-theme.tsx';
import { pageAt, pagesOf, showPages } from './area-pages.ts';
import { rolloutBucket, versionAt } from './choose-version.ts';
import { memoizeAsync } from './memoize-async.ts';
import { loadVersion, preloadFederation } from './load-version.ts';
import { IncompatibleRemote, readManifest, usesAntd } from './read-manifest.ts';
import { evictRelease, readRelease } from './read-release.ts';

const unusable = new Set<string>();

/** Over plain HTTP, browsers provide no hash function, so users get the stable version. */
const versionFor = async (name: AreaName, release: RemoteRelease, userId: string): Promise<RemoteVersion> => {
  if (release.rollout.length === 0 || !isSecureContext) return release;
  const version = versionAt(release, await rolloutBucket(name, userId));
  return unusable.has(version.entry) ? release : version;
};

export interface LoadedRemote {
  module: RemoteModule;
  pages: readonly RemotePage[];
  /** Loads antd's theme, which all pages except plain ones use. A failed load can be repeated. */
  loadTheme: () => Promise<{ Theme: Theme }>;
}

const themeFor = async ({ entry }: RemoteVersion): Promise<{ Theme: Theme }> => ({
  Theme: usesAntd(await readManifest(entry)) ? await loadAntdTheme() : Fragment,
});

const findPage = async (version: RemoteVersion) => {
  const once = memoizeAsync<{ Theme: Theme }>();
  const loadTheme = () => once('', () => themeFor(version));
  const pages = await pagesOf(version);
  const page = pageAt(pages, location.pathname);
  if (!page?.plain) await loadTheme();
  return { pages, page, loadTheme };
};

const loadPrepared = async (name: AreaName, version: RemoteVersion) => {
  const [module, { page, ...found }] = await Promise.all([loadVersion(name, version), findPage(version)]);
  // A failure is shown and retried when the page is rendered.
  if (page) await module.prepare?.(page.path).catch(() => undefined);
  return { module, ...found };
};

const loadWithPages = async (name: AreaName, version: RemoteVersion): Promise<LoadedRemote> => {
  const { module, pages, loadTheme } = await loadPrepared(name, version);
  showPages(name, pages);
  return { module, pages, loadTheme };
};

const RELOADED = 'page-reloaded';
/**
 * Reloads the page once per tab, because the page cached by the service worker may be older than the remote.
 */
const reloadPage = (): void => {
  if (sessionStorage.getItem(RELOADED) !== null) return;
  sessionStorage.setItem(RELOADED, '');
  location.reload();
};

/** Loads the user's version, or the stable version if a new version fails. */
const load = async (name: AreaName, userId: string): Promise<LoadedRemote> => {
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
    evictRelease(name);
    if (error instanceof IncompatibleRemote && globalThis.remotesOfArea) reloadPage();
    throw error;
  }
};

const memoized = memoizeAsync<LoadedRemote>();

/** Loads a user's version of a remote, or rejects within a limited time. Only success is cached. */
export const loadRemote = (name: AreaName, userId: string): Promise<LoadedRemote> =>
  memoized(`${name} ${userId}`, () => load(name, userId));

export const preloadRemote = async (name: AreaName): Promise<void> => {
  try {
    preloadFederation();
    const release = await readRelease(name);
    if (release.rollout.length === 0) await loadPrepared(name, release);
  } catch {
    evictRelease(name);
  }
};

/**
 * Loads the pages of the user's version, or of the stable version while the user is unknown. Never rejects.
 */
export const findPages = async (name: AreaName, userId: string | undefined): Promise<void> => {
  try {
    const release = await readRelease(name);
    const version = userId === undefined ? release : await versionFor(name, release, userId);
    const pages = await pagesOf(version).catch(() => pagesOf(release));
    showPages(name, pages);
  } catch {
    evictRelease(name);
  }
};
