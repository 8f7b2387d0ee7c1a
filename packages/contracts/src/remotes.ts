import { z } from 'zod/mini';

/** A page of an area in its remote's manifest. */
const remotePageSchema = z.object({
  /** Below the area's own path, as the router matches it: '', 'courses/:id'. */
  path: z.string(),
  /** Missing: everyone who may enter the area. A newer remote may contain further user types. */
  userType: z.optional(z.string()),
  /** Also open to teachers with a role in a unit. */
  unitStaff: z.optional(z.boolean()),
  /** Uses no antd components, so the shell renders it without a theme provider. */
  plain: z.optional(z.boolean()),
  /** Present if the page is in the navigation. */
  nav: z.optional(
    z.object({
      text: z.record(z.string(), z.string()),
      icon: z.object({ viewBox: z.string(), paths: z.array(z.string()) }),
      /** The large middle button of the bottom bar on phones. */
      main: z.optional(z.boolean()),
      /** Left out of the bottom bar on phones, which has room for five. */
      wideOnly: z.optional(z.boolean()),
    }),
  ),
});
export type RemotePage = z.output<typeof remotePageSchema>;

/** Ignores pages that this version does not understand; undefined if the manifest has no pages. */
export const readRemotePages = (pages: unknown): RemotePage[] | undefined =>
  Array.isArray(pages)
    ? pages.flatMap((page) => {
        const { data } = remotePageSchema.safeParse(page);
        return data ? [data] : [];
      })
    : undefined;

/** The version of the shell that a remote requires. The build writes it; see docs/operations/upgrades.md. */
const contractVersionSchema = z.object({
  /** Version of the remote contract (web-kit) that it was built against. */
  host: z.int().check(z.gte(1)),
  /** The remote's needs of each shared module. */
  shared: z.record(
    z.string(),
    z.object({
      version: z.string(),
      names: z.array(z.string()),
      /** The remote brings a copy, for a shell that provides less. */
      hasCopy: z.optional(z.boolean()),
    }),
  ),
});
export type ContractVersion = z.output<typeof contractVersionSchema>;

/** The fields that the build adds to a remote's Module Federation manifest; all optional. */
export const remoteManifestSchema = z.object({
  remote: z.optional(z.object({ contractVersion: contractVersionSchema, pages: z.unknown() })),
});

/**
 * First pages that the build has prerendered, shown before any script has loaded. The manifest names the file
 * (`firstPages`), and the gateway inlines what a path needs into the page of the shell.
 */
export const remoteFirstPagesSchema = z.object({
  style: z.string(),
  pages: z.array(
    z.object({
      /** Below the area's own path, as in {@link RemotePage}. */
      path: z.string(),
      /**
       * Selects among the pages of one path: the name that the remote stored in the browser, else the first.
       */
      name: z.string(),
      /** Shown to this user type only. */
      userType: z.optional(z.string()),
      html: z.record(z.string(), z.string()),
    }),
  ),
});
export type RemoteFirstPages = z.output<typeof remoteFirstPagesSchema>;

const version = {
  /** The Module Federation manifest: a path of the gateway, `/remotes/teacher/mf-manifest.json`, or a URL. */
  entry: z.string().check(z.minLength(1)),
  /** Version of the remote contract (web-kit) that it was built against. */
  contractVersion: z.int().check(z.gte(1)),
  /** The gateway adds the pages from the manifest: {@link readRemotePages}. */
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
 * The stable version of one remote, and versions for a percentage of the users. Unknown fields are ignored.
 */
export const remoteReleaseSchema = z.object({ ...version, rollout: z._default(rolloutSchema, []) });
export type RemoteRelease = z.output<typeof remoteReleaseSchema>;
export type RemoteVersion = Pick<RemoteRelease, 'entry' | 'contractVersion' | 'pages'>;

/** `remotes.json`, by the remote's name: see docs/operations/upgrades.md. */
export const remotesFileSchema = z.record(z.string(), remoteReleaseSchema);
