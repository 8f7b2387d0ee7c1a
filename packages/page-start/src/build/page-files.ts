import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChunkGroup, Compilation } from '@rspack/core';
import { chunksOfTexts, languages } from '@qr-attendance/web-kit/language-names';
import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';
import type { RemoteFiles } from '../page-data.ts';

/** The name of the import that contains a remote's only exposed module. */
export const EXPOSED = '__federation_expose_remote';

const isLoaded = (file: string): boolean => /\.(?:js|css)$/.test(file);
const filesOf = (group: ChunkGroup | undefined): string[] => group?.getFiles().filter(isLoaded) ?? [];

const IMPORT = /\bimport\(\s*'([^']+)'/;

const findImport = ({ chunkGroups }: Compilation, file: string, request: string): ChunkGroup | undefined =>
  chunkGroups.find(({ origins }) =>
    origins.some((origin) => origin.request === request && origin.module?.nameForCondition() === file),
  );

export const pagesFileOf = (dir: string): string => join(dir, 'src/pages.ts');

/**
 * The sort key of a path. Paths without parameters have an empty key, so they stay in the order of the navigation.
 */
const parametersOf = (path: string): string =>
  path.includes(':') ? path.replaceAll(/[^/]+/g, (step) => (step.startsWith(':') ? '1' : '0')) : '';

/**
 * Returns the declared pages with `imports/history` before `imports/:importId`, because the first match wins,
 * as in the router.
 */
export const readPages = async (dir: string): Promise<PageDeclaration[]> => {
  const file = pagesFileOf(dir);
  const module: unknown = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);
  const { pages } = module as { pages: readonly PageDeclaration[] };
  return pages.toSorted((one, other) => parametersOf(one.path).localeCompare(parametersOf(other.path)));
};

export const pageFilesOf = (
  compilation: Compilation,
  dir: string,
  pages: readonly PageDeclaration[],
): RemoteFiles['pages'] => {
  const file = pagesFileOf(dir);
  const filesOfPage = ({ path, load }: PageDeclaration): string[] => {
    if (load === 'with-remote') return filesOf(compilation.namedChunkGroups.get(EXPOSED));
    const [, request] = IMPORT.exec(String(load)) ?? [];
    if (request === undefined) throw new Error(`load of the page '${path}' imports no module.`);
    const files = filesOf(findImport(compilation, file, request));
    if (files.length === 0) throw new Error(`The build has no files of ${request}.`);
    return files;
  };
  return Object.fromEntries(pages.map((page) => [page.path, filesOfPage(page)]));
};

export const languageFilesOf = ({ namedChunkGroups }: Compilation): RemoteFiles['languages'] =>
  Object.fromEntries(
    Object.keys(languages).flatMap((language) => {
      const files = chunksOfTexts(language).flatMap((name) => filesOf(namedChunkGroups.get(name)));
      return files.length > 0 ? [[language, files]] : [];
    }),
  );
