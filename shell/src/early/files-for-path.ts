import { areaOfPath } from '@qr-attendance/contracts/areas';
import { leadsTo } from '@qr-attendance/contracts/page-path';
import { firstPageOf } from '../first-page/first-page-of.ts';
import type { Chunks, InlineRemotes } from './page-data.ts';

/** Paths are relative to the manifest's folder. */
interface Manifest {
  metaData?: { remoteEntry?: { path?: string; name?: string } };
  exposes?: { assets?: { js?: { sync?: string[] }; css?: { sync?: string[] } } }[];
  /** Added by our build: the remote's pages, and the files of each named import. */
  remote?: { pages?: { path: string; plain?: boolean }[]; files?: Record<string, string[]> };
}

interface Visit {
  path: string;
  signedIn: boolean;
  language: string;
}

type Page = NonNullable<NonNullable<Manifest['remote']>['pages']>[number];

const findPage = (path: string, manifests: Manifest[]): Page | undefined =>
  manifests.flatMap(({ remote }) => remote?.pages ?? []).find((page) => leadsTo(page.path, path));

/** The shell's own imports that a path leads to, by their `webpackChunkName`. */
const importsFor = ({ path, signedIn }: Visit, page: Page | undefined): string[] => {
  if (firstPageOf({ path, signedIn }) === 'sign-in')
    return path.startsWith('/attendance/') ? ['login', 'scan'] : ['login'];
  const area = areaOfPath(path);
  if (area === undefined) return [];
  // The marking page uses no antd components, even if its manifest is missing.
  if (area === 'attendance') return ['federation'];
  return ['federation', 'antd-list', ...(page?.plain ? [] : ['theme'])];
};

/** The name of the import that has a page (`webpackChunkName`): `page-courses-id` for `courses/:id`, `page-` for the first. */
const chunkOf = ({ path }: Page): string => `page-${path.replaceAll(':', '').replaceAll('/', '-')}`;

const filesOfRemote = (entry: string, { metaData, exposes, remote }: Manifest, names: string[]): string[] => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const { path = '', name } = metaData?.remoteEntry ?? {};
  const exposed = (exposes ?? []).flatMap(({ assets }) => [
    ...(assets?.js?.sync ?? []),
    ...(assets?.css?.sync ?? []),
  ]);
  const named = names.flatMap((each) => remote?.files?.[each] ?? []);
  return [...(name === undefined ? [] : [path + name]), ...exposed, ...named].map((file) => folder + file);
};

export const filesForPath = (visit: Visit, chunks: Chunks, inline: Partial<InlineRemotes>): string[] => {
  const { language } = visit;
  const manifests = (visit.signedIn ? Object.entries(inline.manifests ?? {}) : []) as [string, Manifest][];
  const page = findPage(
    visit.path,
    manifests.map(([, manifest]) => manifest),
  );
  const own = [language, ...importsFor(visit, page)].flatMap((name) => chunks[name] ?? []);
  const names = page ? [language, chunkOf(page)] : [language];
  const remotePage = manifests.flatMap(([entry, manifest]) => filesOfRemote(entry, manifest, names));
  return [...new Set([...own, ...remotePage])];
};
