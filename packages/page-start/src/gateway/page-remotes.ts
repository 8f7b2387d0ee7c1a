import pTimeout from 'p-timeout';
import {
  areaOfPath,
  areaOfUserType,
  areas,
  parseJson,
  remoteReleaseSchema,
  type AreaName,
} from '@qr-attendance/contracts';
import { z } from 'zod';
import { createPagesReader } from './add-pages.ts';
import { toInlineJson } from './fill-page.ts';
import { createFirstPagesReader } from './read-first-pages.ts';
import { createManifestReader, type ReadRemoteFile } from './read-manifests.ts';

/** The page is sent without the data after this time, and the app fetches it. */
const TIMEOUT_MS = 1_000;
const PAGES_TIMEOUT_MS = 500;

const listSchema = z.record(z.string(), z.unknown());
type List = z.output<typeof listSchema>;

const mapList = async (list: List, map: (listed: unknown) => Promise<unknown>): Promise<List> =>
  Object.fromEntries(
    await Promise.all(Object.entries(list).map(async ([name, listed]) => [name, await map(listed)] as const)),
  );

/**
 * The area whose navigation a page shows. `/attendance` shows the student navigation, because only students mark; the
 * app fetches the navigation of other areas.
 */
const navigationOf = (name: string): string => {
  const area = Object.hasOwn(areas, name) ? areas[name as AreaName] : undefined;
  return area && !area.userType ? areaOfUserType('STUDENT') : name;
};

interface Source {
  /** The text of `remotes.json`; undefined without that file. */
  readList: () => Promise<string | undefined>;
  readFile: ReadRemoteFile;
}

export interface PageRemotes {
  /** `remotes.json` with the pages of every remote. */
  list: () => Promise<string | undefined>;
  /** Empty if the path needs no remote, or if the data arrives too late. Never rejects. */
  forPath: (path: string) => Promise<string>;
  forArea: (name: string) => Promise<string | undefined>;
  firstPages: () => Promise<string>;
}

/**
 * Inlines into the page what the app would otherwise fetch in sequence before it can load the remote of a
 * path: the list of remotes, the manifest of that remote, and its first page. The manifest is omitted during
 * a rollout, because the version depends on the user, who is known only in the browser. The pages of the
 * navigation are in the manifest, or else in the list.
 */
export const createPageRemotes = ({ readList, readFile }: Source): PageRemotes => {
  const readManifest = createManifestReader(readFile);
  const addPages = createPagesReader(readManifest);
  const readFirstPages = createFirstPagesReader(readFile);

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
    const list = listSchema.parse(parseJson(text));
    const remoteManifest = await findManifest(list[name]);
    const shown = navigationOf(name);
    if (Object.hasOwn(list, shown) && !(remoteManifest && shown === name))
      list[shown] = await addPages(list[shown]);
    const pages =
      remoteManifest && path !== undefined ? await readFirstPagesInTime(remoteManifest, path) : undefined;
    return toInlineJson({
      list,
      manifests: remoteManifest ? { [remoteManifest.entry]: remoteManifest.manifest } : {},
      ...(pages && { firstPages: { [name]: pages } }),
    });
  };

  const readAllFirstPages = async (): Promise<string> => {
    const list = listSchema.parse(parseJson((await readList()) ?? '{}'));
    const firstPages = await mapList(list, async (listed) => {
      const found = await findManifest(listed);
      return found && readFirstPagesInTime(found);
    });
    return toInlineJson({ firstPages });
  };

  return {
    list: async () => {
      const text = await readList();
      const { data: list } = listSchema.safeParse(parseJson(text));
      return list ? JSON.stringify(await mapList(list, addPages)) : text;
    },
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
