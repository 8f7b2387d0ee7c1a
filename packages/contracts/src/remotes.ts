import { z } from 'zod/mini';

/** A page of an area, as its remote's manifest tells of it. */
const remotePageSchema = z.object({
  /** Below the area's own path, as the router matches it: '', 'courses/:id'. */
  path: z.string(),
  /**
   * The users whose page it is; if missing, everyone who may enter the area. A newer remote may know more kinds of
   * users.
   */
  userType: z.optional(z.string()),
  /** Has none of antd's components, so the shell puts no theme around it. */
  plain: z.optional(z.boolean()),
  /** Its link, where it is in the navigation. */
  nav: z.optional(
    z.object({
      /** Texts by language. */
      text: z.record(z.string(), z.string()),
      icon: z.object({ viewBox: z.string(), paths: z.array(z.string()) }),
      /** The large middle button of a phone's bar. */
      main: z.optional(z.boolean()),
      /** Left out of a phone's bar, where five is what fits. */
      wideOnly: z.optional(z.boolean()),
    }),
  ),
});
export type RemotePage = z.output<typeof remotePageSchema>;

/** The pages that a reader of this version understands; undefined where nothing is said of pages. */
export const readRemotePages = (pages: unknown): RemotePage[] | undefined =>
  Array.isArray(pages)
    ? pages.flatMap((page) => {
        const { data } = remotePageSchema.safeParse(page);
        return data ? [data] : [];
      })
    : undefined;

/** The version of the shell that a remote requires. The build writes it; see docs/operations/upgrades.md. */
const contractVersionSchema = z.object({
  /** Version of the remote contract (web-kit) that it was built against: what the shell lends it as props. */
  host: z.int().check(z.gte(1)),
  /** The names that the remote imports from each shared module. */
  shared: z.record(z.string(), z.array(z.string())),
});
export type ContractVersion = z.output<typeof contractVersionSchema>;

/** The fields that the build adds to a remote's Module Federation manifest. Older remotes have none of them. */
export const remoteManifestSchema = z.object({
  remote: z.optional(z.object({ contractVersion: contractVersionSchema, pages: z.unknown() })),
});

/**
 * First pages that the build of a remote has rendered, which show before any script has loaded. The manifest names
 * the file (`firstPages`), and the gateway inlines into the page of the shell what a path needs.
 */
export const remoteFirstPagesSchema = z.object({
  /** Rules of style sheets. */
  style: z.string(),
  pages: z.array(
    z.object({
      /** Below the area's own path, as {@link RemotePage} has it. */
      path: z.string(),
      /** Among those of one path: the one by the name that the remote has left in the browser, else the first. */
      name: z.string(),
      /** For whom alone it is shown. */
      userType: z.optional(z.string()),
      /** HTML by language. */
      html: z.record(z.string(), z.string()),
    }),
  ),
});
export type RemoteFirstPages = z.output<typeof remoteFirstPagesSchema>;

const version = {
  /** The Module Federation manifest: a path of the gateway, `/remotes/teacher/mf-manifest.json`, or an address. */
  entry: z.string().check(z.minLength(1)),
  /** Version of the remote contract (web-kit) that it was built against. */
  contractVersion: z.int().check(z.gte(1)),
  /** Its pages, which the gateway adds from the manifest: {@link readRemotePages}. */
  pages: z.optional(z.unknown()),
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
export type RemoteVersion = Pick<RemoteRelease, 'entry' | 'contractVersion' | 'pages'>;

/** `remotes.json`, by the remote's name: see docs/operations/upgrades.md. */
export const remotesFileSchema = z.record(z.string(), remoteReleaseSchema);
