import { filesForPath, languagesOfVisit } from '../early/files-for-path.ts';
import { CHUNKS, readPageData, type Chunks } from '../early/page-data.ts';
import { tokenStore } from '../identity/token-store.ts';
import { readRelease } from '../remotes/read-release.ts';
import { isKept } from './kept-files.ts';

/** Pages of people who don't mark, and the marking page, whose files are there. */
const NEEDS_NONE = /^\/(?:teacher|admin|attendance)(?:\/|$)/;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Addresses of the marking page's files, for somebody who has signed in and may scan before long. None while a version is
 * being rolled out, nor for people who ask to be spared traffic. Rejects where the remote's manifest can't be had.
 */
export const markingFiles = async (): Promise<string[]> => {
  if (!tokenStore.get() || savesData() || NEEDS_NONE.test(location.pathname)) return [];
  const { entry, rollout } = await readRelease('attendance');
  if (rollout.length > 0) return [];
  const answer = await fetch(entry);
  if (!answer.ok) return [];
  const manifests = { [entry]: (await answer.json()) as unknown };
  const visit = { path: '/attendance/', signedIn: true, languages: languagesOfVisit() };
  return filesForPath(visit, readPageData<Chunks>(CHUNKS) as Chunks, { manifests })
    .map((file) => new URL(file, location.origin))
    .filter((url) => isKept(url, location.origin))
    .map(({ href }) => href);
};
