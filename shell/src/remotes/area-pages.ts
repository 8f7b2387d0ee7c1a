import {
  readRemotePages,
  type AreaName,
  type RemotePage,
  type RemoteVersion,
} from '@qr-attendance/contracts';
import { matchesPage } from '@qr-attendance/contracts/areas';
import { useSyncExternalStore } from 'react';
import { readManifest } from './read-manifest.ts';

export const pagesOf = async ({ entry, pages }: RemoteVersion): Promise<RemotePage[]> =>
  readRemotePages(pages) ?? readRemotePages((await readManifest(entry))?.pages) ?? [];

const pagesByArea = new Map<AreaName, readonly RemotePage[]>();
const readers = new Set<() => void>();
const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

export const showPages = (name: AreaName, pages: readonly RemotePage[]): void => {
  pagesByArea.set(name, pages);
  for (const reader of readers) reader();
};

/** Empty until the pages are known. */
export const areaPages = (name: AreaName): readonly RemotePage[] => pagesByArea.get(name) ?? [];

export const useAreaPages = (name: AreaName): readonly RemotePage[] | undefined =>
  useSyncExternalStore(subscribe, () => pagesByArea.get(name));

export const pageAt = (pages: readonly RemotePage[], pathname: string): RemotePage | undefined =>
  pages.find(({ path }) => matchesPage(path, pathname));

/** Teachers without a role in a unit cannot enter an area of unit staff at all. */
export const canOpen = (userType: string, page: RemotePage | undefined): boolean =>
  page?.userType === undefined ||
  page.userType === userType ||
  (page.unitStaff === true && userType === 'TEACHER');
