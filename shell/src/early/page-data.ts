import type { RemoteFirstPages } from '@qr-attendance/contracts';
import { parseJson } from '@qr-attendance/contracts/parse-json';

export const readPageData = <T extends object>(id: string): Partial<T> =>
  (parseJson(document.getElementById(id)?.textContent) as Partial<T> | null | undefined) ?? {};

/** The data about remotes that the gateway inlines for the requested path (see `createInlineRemotes`). */
export interface InlineRemotes {
  list: unknown;
  /** Manifests by entry; empty while a version is being rolled out. */
  manifests: Record<string, unknown>;
  /** Prerendered pages by area: for this path, or in the page for all paths, those of every path. */
  firstPages: Record<string, RemoteFirstPages>;
}
export const INLINE_REMOTES = 'remotes';

declare global {
  /** The remote's data that the page for all paths lacks and the early script requests. */
  var remotesOfArea: Promise<Partial<InlineRemotes> | undefined> | undefined;
}

export type Chunks = Record<string, string[]>;
export const CHUNKS = 'chunks';
export const APP = 'app';
