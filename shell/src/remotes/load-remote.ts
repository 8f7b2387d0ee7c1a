import type { RemoteRelease, RemoteVersion } from '@qr-attendance/contracts';
import type { RemoteModule } from '@qr-attendance/web-kit';
import { placeOf, versionAt } from './choose-version.ts';
import { keep } from './keep.ts';
import { loadVersion, preloadFederation } from './load-version.ts';
import { forgetRelease, readRelease } from './read-release.ts';

export type RemoteName = 'teacher' | 'student' | 'attendance';

/** Over plain HTTP from another machine browsers have no hash: those users get what everyone gets. */
const versionFor = async (
  name: RemoteName,
  release: RemoteRelease,
  userId: string,
): Promise<RemoteVersion> =>
  release.rollout.length > 0 && isSecureContext ? versionAt(release, await placeOf(name, userId)) : release;

/** The user's version; the stable one where a new one can't be had, which costs nobody their area. */
const load = async (name: RemoteName, userId: string): Promise<RemoteModule> => {
  try {
    preloadFederation();
    const release = await readRelease(name);
    const version = await versionFor(name, release, userId);
    if (version.entry === release.entry) return await loadVersion(name, release);
    return await loadVersion(name, version).catch((error: unknown) => {
      console.warn(`${version.entry} can't be used, so ${release.entry} is:`, error);
      return loadVersion(name, release);
    });
  } catch (error) {
    forgetRelease(name);
    throw error;
  }
};

const kept = keep<RemoteModule>();

/** Loads a user's version of a remote, or rejects within a bounded time. Loaded once, it stays; failed, it is forgotten. */
export const loadRemoteModule = (name: RemoteName, userId: string): Promise<RemoteModule> =>
  kept(`${name} ${userId}`, () => load(name, userId));

/** Has a remote on its way before it is known who is there; not where that decides on the version. Never rejects. */
export const preloadRemote = async (name: RemoteName): Promise<void> => {
  try {
    preloadFederation();
    const release = await readRelease(name);
    if (release.rollout.length === 0) await loadVersion(name, release);
  } catch {
    forgetRelease(name);
  }
};
