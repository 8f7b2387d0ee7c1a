import { areaOfPath } from '@qr-attendance/contracts/areas';
import { CHUNKS, filesForPath, readPageData, type Chunks } from '@qr-attendance/page-start/app';
import { preferredLanguage } from '@qr-attendance/web-kit';
import { ownerOf } from '../identity/user-kind.ts';
import { tokenStore } from '../identity/token-store.ts';
import { readRelease } from '../remotes/read-release.ts';
import { isCacheable } from './cacheable-files.ts';

/**
 * Whether the page need not cache the marking page's files, because it is the marking page or its users do
 * not mark.
 */
const isWithoutMarking = (path: string): boolean =>
  areaOfPath(path) === 'attendance' || (ownerOf(path) ?? 'STUDENT') !== 'STUDENT';

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Resolves to no files during a rollout, and if the user has turned on data saving. Rejects if the manifest
 * cannot be loaded.
 */
export const markingFiles = async (): Promise<string[]> => {
  if (!tokenStore.get() || savesData() || isWithoutMarking(location.pathname)) return [];
  const { entry, rollout } = await readRelease('attendance');
  if (rollout.length > 0) return [];
  const answer = await fetch(entry);
  if (!answer.ok) return [];
  const manifests = { [entry]: (await answer.json()) as unknown };
  const visit = { path: '/attendance/', signedIn: true, providers: false, language: preferredLanguage() };
  return filesForPath(visit, readPageData<Chunks>(CHUNKS) as Chunks, { manifests })
    .map((file) => new URL(file, location.origin))
    .filter((url) => isCacheable(url, location.origin))
    .map(({ href }) => href);
};
