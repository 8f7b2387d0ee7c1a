import { readRemotePages, type RemotePage, type RemoteVersion } from '@qr-attendance/contracts';
import { useSyncExternalStore } from 'react';
import { matchPath } from 'react-router-dom';
import { readManifest } from './read-manifest.ts';
import type { RemoteName } from './remote-name.ts';

/** The pages of a version of a remote; none where its manifest cannot be read. */
export const pagesOf = async ({ entry, pages }: RemoteVersion): Promise<RemotePage[]> =>
  readRemotePages(pages) ?? readRemotePages((await readManifest(entry))?.pages) ?? [];

const known = new Map<RemoteName, readonly RemotePage[]>();
const readers = new Set<() => void>();
const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

/** The pages of the version that is in use, or about to be. */
export const showPages = (name: RemoteName, pages: readonly RemotePage[]): void => {
  known.set(name, pages);
  for (const reader of readers) reader();
};

/** An area's pages as its remote declares them; undefined until they have come. */
export const useAreaPages = (name: RemoteName): readonly RemotePage[] | undefined =>
  useSyncExternalStore(subscribe, () => known.get(name));

/** The page that an area has at an address, as far as it declares its pages: the first one that matches. */
export const pageAt = (
  pages: readonly RemotePage[],
  { basePath, pathname }: { basePath: string; pathname: string },
): RemotePage | undefined =>
  pages.find(({ path }) => matchPath(path ? `${basePath}/${path}` : basePath, pathname));

/** Whether a user may see a page. Who may not enter the area at all does not get this far. */
export const mayOpen = (userType: string, page: RemotePage | undefined): boolean =>
  page?.userType === undefined || page.userType === userType;
