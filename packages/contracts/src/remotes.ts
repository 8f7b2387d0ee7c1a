import { z } from 'zod/mini';

const version = {
  /** Where its Module Federation manifest is: a path of the gateway's, `/remotes/teacher/mf-manifest.json`, or an address. */
  entry: z.string().check(z.minLength(1)),
  /** Version of the remote contract (web-kit) that it was built against. */
  contractVersion: z.int().check(z.gte(1)),
};

const rolloutSchema = z
  .array(z.object({ ...version, percent: z.number().check(z.gte(0), z.lte(100)) }))
  .check(
    z.refine((versions) => versions.reduce((sum, { percent }) => sum + percent, 0) <= 100, {
      error: 'percentages must not exceed 100 together',
    }),
  );

/**
 * One remote: the version everyone gets, and versions that so many per cent of the users get in its place.
 * Settings that a later release knows are passed over.
 */
export const remoteReleaseSchema = z.object({ ...version, rollout: z._default(rolloutSchema, []) });
export type RemoteRelease = z.output<typeof remoteReleaseSchema>;
export type RemoteVersion = Pick<RemoteRelease, 'entry' | 'contractVersion'>;

/** `remotes.json`, by the remote's name: see docs/operations/releases.md. */
export const remotesFileSchema = z.record(z.string(), remoteReleaseSchema);
