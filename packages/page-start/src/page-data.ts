// Imports nothing at run time, because the early script contains it.
import type { RemoteFirstPages, SignInProvider } from '@qr-attendance/contracts';

/** The data that the gateway writes into the page for the requested path. */
export interface InlineRemotes {
  list: unknown;
  /** Manifests by entry; empty while a version is being rolled out. */
  manifests: Record<string, unknown>;
  /** Prerendered pages by area: for this path, or in the page for all paths, those of every path. */
  firstPages: Record<string, RemoteFirstPages>;
}
export const INLINE_REMOTES = 'remotes';

/** The ways to sign in that the sign-in page shows. */
export interface SignInOptions {
  providers: SignInProvider[];
  /** `shown` on the page, `behind-link`, or `off` for everybody but administrators. */
  passwords: string;
}
export const SIGN_IN_OPTIONS = 'sign-in-options';

/** The files of each named import of the shell, which its build writes into the page. */
export type Chunks = Record<string, string[]>;
export const CHUNKS = 'chunks';
/** Stands for the app's own files among the named imports. */
export const APP = 'app';

/** The files that the build names in a remote's manifest. Paths are relative to the manifest's folder. */
export interface RemoteFiles {
  /** The scripts and styles of each page, by its declared path. */
  pages: Record<string, string[]>;
  /** Those of the texts of each language other than the default. */
  languages: Record<string, string[]>;
}

/** The file with a remote's first pages, which its manifest names. */
export const FIRST_PAGES_FILE = /^assets\/first-pages\.[0-9a-f]{8}\.json$/;
