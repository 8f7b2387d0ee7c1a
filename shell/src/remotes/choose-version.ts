import type { RemoteRelease, RemoteVersion } from '@qr-attendance/contracts';

/**
 * Where a user stands among all, from 0 to just below 100: the same on each device and for ever. Another place for each
 * remote, so that it is not always the same people who get what is new.
 */
export const placeOf = async (remote: string, userId: string): Promise<number> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${remote}:${userId}`));
  return (new DataView(digest).getUint32(0) / 2 ** 32) * 100;
};

/**
 * The version for whoever stands at `place`. Each takes the places after those of the version listed before it: a
 * growing percentage only adds users.
 */
export const versionAt = (release: RemoteRelease, place: number): RemoteVersion => {
  let end = 0;
  for (const version of release.rollout) {
    end += version.percent;
    if (place < end) return version;
  }
  return release;
};
