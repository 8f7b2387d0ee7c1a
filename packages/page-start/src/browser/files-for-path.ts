import { areaOfPath, matchesPage } from '@qr-attendance/contracts/areas';
import { chunksOfTexts } from '@qr-attendance/web-kit/language-names';
import type { Chunks, InlineRemotes, RemoteFiles } from '../page-data.ts';
import { firstPageOf } from './first-page-of.ts';

/** Paths are relative to the manifest's folder. */
interface Manifest {
  metaData?: { remoteEntry?: { path?: string; name?: string } };
  exposes?: { assets?: { js?: { sync?: string[] }; css?: { sync?: string[] } } }[];
  /** A field that our build adds to the manifest. */
  remote?: { pages?: { path: string; plain?: boolean }[]; files?: Partial<RemoteFiles> };
}

interface Visit {
  path: string;
  signedIn: boolean;
  providers: boolean;
  language: string;
}

type Page = NonNullable<NonNullable<Manifest['remote']>['pages']>[number];

const findPage = (path: string, manifests: Manifest[]): Page | undefined =>
  manifests.flatMap(({ remote }) => remote?.pages ?? []).find((page) => matchesPage(page.path, path));

/** The `webpackChunkName` of each import of the shell that a path needs. */
const importsFor = (visit: Visit, page: Page | undefined): string[] => {
  const { path } = visit;
  const firstPage = firstPageOf(visit);
  if (firstPage === 'sign-in' || firstPage === 'sign-in-providers')
    return [
      'login',
      ...(visit.providers ? ['providers'] : []),
      ...(path.startsWith('/attendance/') ? ['scan'] : []),
    ];
  if (path === '/signed-in') return ['providers'];
  const area = areaOfPath(path);
  if (area === undefined) return [];
  // The marking page uses no antd components, even if its manifest is missing.
  if (area === 'attendance') return ['federation'];
  return ['federation', 'antd-list', ...(page?.plain ? [] : ['theme'])];
};

const filesOfRemote = (
  entry: string,
  { metaData, exposes, remote }: Manifest,
  { language, page }: { language: string; page: Page | undefined },
): string[] => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const { path = '', name } = metaData?.remoteEntry ?? {};
  const exposed = (exposes ?? []).flatMap(({ assets }) => [
    ...(assets?.js?.sync ?? []),
    ...(assets?.css?.sync ?? []),
  ]);
  const { languages, pages } = remote?.files ?? {};
  return [
    ...(name === undefined ? [] : [path + name]),
    ...exposed,
    ...(languages?.[language] ?? []),
    ...((page && pages?.[page.path]) ?? []),
  ].map((file) => folder + file);
};

export const filesForPath = (visit: Visit, chunks: Chunks, inline: Partial<InlineRemotes>): string[] => {
  const { language } = visit;
  const manifests = (visit.signedIn ? Object.entries(inline.manifests ?? {}) : []) as [string, Manifest][];
  const page = findPage(
    visit.path,
    manifests.map(([, manifest]) => manifest),
  );
  const own = [...chunksOfTexts(language), ...importsFor(visit, page)].flatMap((name) => chunks[name] ?? []);
  const remotePage = manifests.flatMap(([entry, manifest]) =>
    filesOfRemote(entry, manifest, { language, page }),
  );
  return [...new Set([...own, ...remotePage])];
};
