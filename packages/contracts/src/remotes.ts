import { z } from 'zod/mini';

const remotePageSchema = z.object({
  /** Path below the area, as the router matches it, such as `` or `courses/:id`. */
  path: z.string(),
  /**
   * Missing if everyone who may enter the area may open the page. A newer remote may use other user types.
   */
  userType: z.optional(z.string()),
  /** Teachers with a role in a unit may open the page too. */
  unitStaff: z.optional(z.boolean()),
  /** The page uses no antd components, so the shell renders it without a theme provider. */
  plain: z.optional(z.boolean()),
  /** Present if the page is in the navigation. */
  nav: z.optional(
    z.object({
      text: z.record(z.string(), z.string()),
      icon: z.object({ viewBox: z.string(), paths: z.array(z.string()) }),
      /** The large middle button of the bottom bar on phones. */
      main: z.optional(z.boolean()),
      /** Omitted from the bottom bar on phones, which has space for five links. */
      wideOnly: z.optional(z.boolean()),
    }),
  ),
});
export type RemotePage = z.output<typeof remotePageSchema>;

/** Ignores pages that this version does not understand. Returns undefined if the manifest has no pages. */
export const readRemotePages = (pages: unknown): RemotePage[] | undefined =>
  Array.isArray(pages)
    ? pages.flatMap((page) => {
        const { data } = remotePageSchema.safeParse(page);
        return data ? [data] : [];
      })
    : undefined;

/** Requirements of a remote on the shell, written by the build. See docs/operations/upgrades.md. */
const contractVersionSchema = z.object({
  /** Version of the remote contract (web-kit) that the remote was built against. */
  host: z.int().check(z.gte(1)),
  shared: z.record(
    z.string(),
    z.object({
      version: z.string(),
      names: z.array(z.string()),
      /** The remote includes a copy, for a shell whose version is too old. */
      hasCopy: z.optional(z.boolean()),
    }),
  ),
});
export type ContractVersion = z.output<typeof contractVersionSchema>;

/** The fields that our build adds to a remote's Module Federation manifest; all are optional. */
export const remoteManifestSchema = z.object({
  remote: z.optional(z.object({ contractVersion: contractVersionSchema, pages: z.unknown() })),
});

/**
 * First pages that the build prerendered, shown before any script has loaded. The manifest names the file
 * (`firstPages`), and the gateway inlines the matching page into the page of the shell.
 */
export const remoteFirstPagesSchema = z.object({
  style: z.string(),
  pages: z.array(
    z.object({
      /** Path below the area, as in {@link RemotePage}. */
      path: z.string(),
      /**
       * Distinguishes several pages of one path. The gateway serves the first page; a script replaces that page with
       * the page whose name the remote stored in the browser.
       */
      name: z.string(),
      userType: z.optional(z.string()),
      html: z.record(z.string(), z.string()),
    }),
  ),
});
export type RemoteFirstPages = z.output<typeof remoteFirstPagesSchema>;

const version = {
  /**
   * The Module Federation manifest: a path on the gateway, such as `/remotes/teacher/mf-manifest.json`, or a
   * URL.
   */
  entry: z.string().check(z.minLength(1)),
  /** Version of the remote contract (web-kit) that the remote was built against. */
  contractVersion: z.int().check(z.gte(1)),
  /** The gateway adds the pages of the manifest; parse them with {@link readRemotePages}. */
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
