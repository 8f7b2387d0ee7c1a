import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChunkGroup, Compilation } from '@rspack/core';
import { chunksOfTexts, languages } from '@qr-attendance/web-kit/language-names';
import type { RemoteFiles } from '../page-data.ts';

/** The name of the import that has a remote's only exposed module. */
export const EXPOSED = '__federation_expose_remote';

const isLoaded = (file: string): boolean => /\.(?:js|css)$/.test(file);
const filesOf = (group: ChunkGroup | undefined): string[] => group?.getFiles().filter(isLoaded) ?? [];

const IMPORT = /\bimport\(\s*'([^']+)'/;

type Loaders = Partial<Record<string, () => unknown>>;
const readLoaders = async (file: string): Promise<Loaders> => {
  const module: unknown = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);
  return (module as { pageLoaders: Loaders }).pageLoaders;
};

const findImport = ({ chunkGroups }: Compilation, file: string, request: string): ChunkGroup | undefined =>
  chunkGroups.find(({ origins }) =>
    origins.some((origin) => origin.request === request && origin.module?.nameForCondition() === file),
  );

/**
 * The files of a remote's pages, found by what its `src/page-loaders.ts` imports. Without that file, all pages
 * are in the exposed module.
 */
export const pageFilesOf = async (
  compilation: Compilation,
  dir: string,
  paths: string[],
): Promise<RemoteFiles['pages']> => {
  const file = join(dir, 'src/page-loaders.ts');
  compilation.fileDependencies.add(file);
  const loaders = existsSync(file) ? await readLoaders(file) : undefined;
  const exposed = filesOf(compilation.namedChunkGroups.get(EXPOSED));
  const pageFiles = (path: string): string[] => {
    if (!loaders) return exposed;
    const [, request] = IMPORT.exec(String(loaders[path])) ?? [];
    if (request === undefined) throw new Error(`${file} imports no module for the page '${path}'.`);
    const files = filesOf(findImport(compilation, file, request));
    if (files.length === 0) throw new Error(`The build has no files of ${request}, which ${file} imports.`);
    return files;
  };
  return Object.fromEntries(paths.map((path) => [path, pageFiles(path)]));
};

export const languageFilesOf = ({ namedChunkGroups }: Compilation): RemoteFiles['languages'] =>
  Object.fromEntries(
    Object.keys(languages).flatMap((language) => {
      const files = chunksOfTexts(language).flatMap((name) => filesOf(namedChunkGroups.get(name)));
      return files.length > 0 ? [[language, files]] : [];
    }),
  );
