import type { RemoteFirstPages } from '@qr-attendance/contracts';

/** What the page holds for the scripts that run in it: JSON in an element of its own, nothing where it can't be read. */
export const readPageData = <T extends object>(id: string): Partial<T> => {
  try {
    return (JSON.parse(document.getElementById(id)?.textContent ?? '') as Partial<T> | null) ?? {};
  } catch {
    return {};
  }
};

/** What the gateway writes of remotes for the path that the page was opened at; see its `createInlineRemotes`. */
export interface InlineRemotes {
  /** What `/remotes.json` said. */
  list: unknown;
  /** Manifests by their entry in the list; none while a version is being rolled out. */
  manifests: Record<string, unknown>;
  /** What remotes' builds have drawn, by area: of the page at this path, or in the page for all paths of every page. */
  firstPages: Record<string, RemoteFirstPages>;
}
export const INLINE_REMOTES = 'remotes';

declare global {
  /** What the page for all paths does not hold of the path's remote, on its way; the early script asks for it. */
  var remotesOfArea: Promise<Partial<InlineRemotes> | undefined> | undefined;
}

/** Files by the name of the import that needs them, as the build found them. */
export type Chunks = Record<string, string[]>;
export const CHUNKS = 'chunks';
/** Among them: the app's own scripts, in their order. */
export const APP = 'app';
