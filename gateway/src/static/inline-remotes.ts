import { setTimeout } from 'node:timers/promises';
import { remoteReleaseSchema } from '@qr-attendance/contracts';
import { createFirstPagesReader } from './first-pages.ts';
import { readFileOf, type FindRemote } from './remote-pages.ts';

/** Nobody's page waits longer for it; the app then asks by itself, as on pages of no remote. */
const PATIENCE_MS = 1_000;
const MANIFEST_PATIENCE_MS = 500;
/** A manifest that can't be had in time is not waited for by each page meanwhile. */
const PAUSE_MS = 5_000;

const AREA = /^\/(teacher|student|attendance)(?:\/|$)/;

/** As a part of a page: text that would end the script element it stands in, or begin a comment, is escaped. */
export const toInlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const parseObject = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const within = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([
    work,
    setTimeout(ms, undefined, { ref: false }).then(() => {
      throw new Error('took too long');
    }),
  ]);

export interface InlineRemotes {
  /**
   * For the page at a path: JSON to stand in it, empty where the path needs no remote or the answer takes too long. Never
   * rejects.
   */
  forPath: (path: string) => Promise<string>;
  /** The same for the app of a page that stands for every path, and so has none of it; undefined where it can't be had. */
  forArea: (name: string) => Promise<string | undefined>;
  /** For a page that stands for every path: what all remotes have drawn, and neither the list nor a manifest. */
  firstPages: () => Promise<string>;
}

/**
 * What the app would ask for one after the other before it can load the remote of a path: the list of remotes, and the
 * manifest of that remote; and what stands in the page until it has. Not these two while a version is being rolled out:
 * whose version it is depends on who is there, which only the browser knows.
 * @param readList what `/remotes.json` answers
 * @param find how a file is read of a remote that this gateway serves
 */
export const createInlineRemotes = (
  readList: () => Promise<string | undefined>,
  find: FindRemote,
): InlineRemotes => {
  const pausedUntil = new Map<string, number>();
  const reading = new Map<string, Promise<unknown>>();
  const readFirstPages = createFirstPagesReader(find);

  /** Read for each page, as files may have been replaced; once for those that open it at the same moment. */
  const readManifest = async (entry: string): Promise<unknown> => {
    if (Date.now() < (pausedUntil.get(entry) ?? 0)) return undefined;
    const known = reading.get(entry);
    if (known) return known;
    const now = within(readFileOf(find, entry), MANIFEST_PATIENCE_MS)
      .then((manifest) => manifest && (JSON.parse(manifest.toString()) as unknown))
      .catch(() => {
        pausedUntil.set(entry, Date.now() + PAUSE_MS);
      })
      .finally(() => reading.delete(entry));
    reading.set(entry, now);
    return now;
  };

  /** The manifest that everybody's version of a remote has; undefined while that is not the same for all. */
  const findManifest = async (listed: unknown): Promise<{ entry: string; manifest: unknown } | undefined> => {
    const release = remoteReleaseSchema.safeParse(listed).data;
    const entry = release?.rollout.length === 0 ? release.entry : undefined;
    const manifest = entry === undefined ? undefined : await readManifest(entry);
    return manifest === undefined || entry === undefined ? undefined : { entry, manifest };
  };

  const drawnBy = async ({ entry, manifest }: { entry: string; manifest: unknown }, path?: string) =>
    within(readFirstPages(entry, manifest, path), MANIFEST_PATIENCE_MS).catch(() => undefined);

  const read = async (name: string, path?: string): Promise<string | undefined> => {
    const text = await readList();
    if (text === undefined) return undefined;
    const list = parseObject(text);
    const found = await findManifest(list[name]);
    const drawn = found && path !== undefined ? await drawnBy(found, path) : undefined;
    return toInlineJson({
      list,
      manifests: found ? { [found.entry]: found.manifest } : {},
      ...(drawn && { firstPages: { [name]: drawn } }),
    });
  };

  const readAllDrawn = async (): Promise<string> => {
    const listed = Object.entries(parseObject((await readList()) ?? '{}'));
    const drawn = await Promise.all(
      listed.map(async ([name, release]) => {
        const found = await findManifest(release);
        return [name, found && (await drawnBy(found))] as const;
      }),
    );
    return toInlineJson({ firstPages: Object.fromEntries(drawn.filter(([, pages]) => pages)) });
  };

  return {
    forPath: async (path) => {
      const name = AREA.exec(path)?.[1];
      if (name === undefined) return '';
      return within(read(name, path), PATIENCE_MS)
        .catch(() => '')
        .then((text) => text ?? '');
    },
    forArea: async (name) => within(read(name), PATIENCE_MS).catch(() => undefined),
    firstPages: () => within(readAllDrawn(), PATIENCE_MS).catch(() => ''),
  };
};
