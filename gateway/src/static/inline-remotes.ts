import { areaOfPath, remoteReleaseSchema } from '@qr-attendance/contracts';
import pTimeout from 'p-timeout';
import { createFirstPagesReader } from './first-pages.ts';
import type { FindRemote, ReadManifest } from './remote-manifests.ts';

/** After this time the page is sent without the data, and the app fetches it. */
const TIMEOUT_MS = 1_000;
const PAGES_TIMEOUT_MS = 500;

/** Text that would end the script element or begin a comment is escaped. */
export const toInlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const parseObject = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

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
  readManifest: ReadManifest,
  find: FindRemote,
): InlineRemotes => {
  const readFirstPages = createFirstPagesReader(find);

  const findManifest = async (listed: unknown): Promise<{ entry: string; manifest: unknown } | undefined> => {
    const release = remoteReleaseSchema.safeParse(listed).data;
    const entry = release?.rollout.length === 0 ? release.entry : undefined;
    const manifest = entry === undefined ? undefined : await readManifest(entry);
    return manifest === undefined || entry === undefined ? undefined : { entry, manifest };
  };

  const readFirstPagesInTime = async (
    { entry, manifest }: { entry: string; manifest: unknown },
    path?: string,
  ) =>
    pTimeout(readFirstPages(entry, manifest, path), { milliseconds: PAGES_TIMEOUT_MS }).catch(
      () => undefined,
    );

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
      return pTimeout(read(name, path), { milliseconds: TIMEOUT_MS })
        .catch(() => '')
        .then((text) => text ?? '');
    },
    forArea: async (name) => pTimeout(read(name), { milliseconds: TIMEOUT_MS }).catch(() => undefined),
    firstPages: () => pTimeout(readAllFirstPages(), { milliseconds: TIMEOUT_MS }).catch(() => ''),
  };
};
