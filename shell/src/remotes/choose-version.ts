import type { RemoteRelease, RemoteVersion } from '@qr-attendance/contracts';

/** The hash includes the remote, so that each remote has different early users. */
export const rolloutBucket = async (remote: string, userId: string): Promise<number> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${remote}:${userId}`));
  return (new DataView(digest).getUint32(0) / 2 ** 32) * 100;
};

/** Versions take buckets in list order, so raising a percentage only adds users. */
export const versionAt = (release: RemoteRelease, bucket: number): RemoteVersion => {
  let end = 0;
  for (const version of release.rollout) {
    end += version.percent;
    if (bucket < end) return version;
  }
  return release;
};
