// No imports at run time, because the early script includes this file.
import type { RemoteFirstPages, SignInProvider } from '@qr-attendance/contracts';

/** The data that the gateway writes into the page for the requested path. */
export interface InlineRemotes {
  list: unknown;
  /** Manifests by entry; empty during a rollout. */
  manifests: Record<string, unknown>;
  /**
   * Prerendered pages by area. The page for all paths contains them for every path, other pages only for the
   * requested path.
   */
  firstPages: Record<string, RemoteFirstPages>;
}
export const INLINE_REMOTES = 'remotes';

/** The ways to sign in that the sign-in page shows. */
export interface SignInOptions {
  providers: SignInProvider[];
  /** `shown` on the page, `behind-link`, or `off` for everybody but administrators. */
  passwords: string;
  /** The folder to which the system writes emails, if it sends none. */
  emailFolder?: string | undefined;
}
export const SIGN_IN_OPTIONS = 'sign-in-options';

export type Chunks = Record<string, string[]>;
export const CHUNKS = 'chunks';
export const APP = 'app';

/** The files that our build lists in a remote's manifest. Paths are relative to the manifest's folder. */
export interface RemoteFiles {
  /** The scripts and styles of each page, by its declared path. */
  pages: Record<string, string[]>;
  /** Files with the texts of each language other than the default one. */
  languages: Record<string, string[]>;
}

export const FIRST_PAGES_FILE = /^assets\/first-pages\.[0-9a-f]{8}\.json$/;
