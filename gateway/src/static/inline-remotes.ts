import { setTimeout } from 'node:timers/promises';
import { areaOfPath, remoteReleaseSchema } from '@qr-attendance/contracts';
import { createFirstPagesReader } from './first-pages.ts';
import { readFileOf, type FindRemote } from './remote-pages.ts';

/** After this time the page is sent without the data, and the app fetches it. */
const TIMEOUT_MS = 1_000;
const MANIFEST_TIMEOUT_MS = 500;
/** After a failure the manifest is not fetched again for this long. */
const PAUSE_MS = 5_000;

/** Text that would end the script element or begin a comment is escaped. */
export const toInlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const parseObject = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const withTimeout = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([
    work,
    setTimeout(ms, undefined, { ref: false }).then(() => {
      throw new Error('took too long');
    }),
  ]);

export interface InlineRemotes {
  /** Empty if the path needs no remote or the data arrives too late. Never rejects. */
  forPath: (path: string) => Promise<string>;
  forArea: (name: string) => Promise<string | undefined>;
  firstPages: () => Promise<string>;
}

/**
 * Inlines into the page what the app would otherwise fetch in sequence before it can load the remote of a
 * path: the list of remotes, the manifest of that remote, and its first page. The list and the manifest are
 * left out during a rollout, because the version depends on the user, whom only the browser knows.
 */
export const createInlineRemotes = (
  readList: () => Promise<string | undefined>,
  find: FindRemote,
): InlineRemotes => {
  const pausedUntil = new Map<string, number>();
  const reading = new Map<string, Promise<unknown>>();
  const readFirstPages = createFirstPagesReader(find);

  /**
   * The manifest is read for each page, because files may have been replaced; requests at the same moment share one
   * read.
   */
  const readManifest = async (entry: string): Promise<unknown> => {
    if (Date.now() < (pausedUntil.get(entry) ?? 0)) return undefined;
    const known = reading.get(entry);
    if (known) return known;
    const now = withTimeout(readFileOf(find, entry), MANIFEST_TIMEOUT_MS)
      .then((manifest) => manifest && (JSON.parse(manifest.toString()) as unknown))
      .catch(() => {
        pausedUntil.set(entry, Date.now() + PAUSE_MS);
      })
      .finally(() => reading.delete(entry));
    reading.set(entry, now);
    return now;
  };

  const findManifest = async (listed: unknown): Promise<{ entry: string; manifest: unknown } | undefined> => {
    const release = remoteReleaseSchema.safeParse(listed).data;
    const entry = release?.rollout.length === 0 ? release.entry : undefined;
    const manifest = entry === undefined ? undefined : await readManifest(entry);
    return manifest === undefined || entry === undefined ? undefined : { entry, manifest };
  };

  const readFirstPagesInTime = async (
    { entry, manifest }: { entry: string; manifest: unknown },
    path?: string,
  ) => withTimeout(readFirstPages(entry, manifest, path), MANIFEST_TIMEOUT_MS).catch(() => undefined);

  const read = async (name: string, path?: string): Promise<string | undefined> => {
    const text = await readList();
    if (text === undefined) return undefined;
    const list = parseObject(text);
    const found = await findManifest(list[name]);
    const pages = found && path !== undefined ? await readFirstPagesInTime(found, path) : undefined;
    return toInlineJson({
      list,
      manifests: found ? { [found.entry]: found.manifest } : {},
      ...(pages && { firstPages: { [name]: pages } }),
    });
  };

  const readAllFirstPages = async (): Promise<string> => {
    const listed = Object.entries(parseObject((await readList()) ?? '{}'));
    const firstPages = await Promise.all(
      listed.map(async ([name, release]) => {
        const found = await findManifest(release);
        return [name, found && (await readFirstPagesInTime(found))] as const;
      }),
    );
    return toInlineJson({ firstPages: Object.fromEntries(firstPages.filter(([, pages]) => pages)) });
  };

  return {
    forPath: async (path) => {
      const name = areaOfPath(path);
      if (name === undefined) return '';
      return withTimeout(read(name, path), TIMEOUT_MS)
        .catch(() => '')
        .then((text) => text ?? '');
    },
    forArea: async (name) => withTimeout(read(name), TIMEOUT_MS).catch(() => undefined),
    firstPages: () => withTimeout(readAllFirstPages(), TIMEOUT_MS).catch(() => ''),
  };
};
