import { createRequire } from 'node:module';
import type { ContractVersion, RemotePage } from '@qr-attendance/contracts';
import {
  firstPagesFileOf,
  languageFilesOf,
  pageFilesOf,
  pagesFileOf,
  readPages,
} from '@qr-attendance/page-start/build';
import { REMOTE_CONTRACT_VERSION } from '@qr-attendance/web-kit/contract-version';
import type { IconName, PageDeclaration } from '@qr-attendance/web-kit/page-declaration';
import { rspack, type Compilation, type Compiler, type Module } from '@rspack/core';
import { z } from 'zod';
import { isFromCopy } from './shared-modules.ts';

const require = createRequire(import.meta.url);
const iconSchema = z.object({
  default: z.object({
    icon: z.object({
      attrs: z.object({ viewBox: z.string() }),
      children: z.array(z.object({ attrs: z.object({ d: z.string() }) })),
    }),
  }),
});

/** Extracts the paths of an icon, so that the shell needs no icon library. */
const drawIcon = (name: IconName): { viewBox: string; paths: string[] } => {
  const file = `@ant-design/icons-svg/lib/asn/${name}`;
  try {
    require.resolve(file);
  } catch {
    throw new Error(`There is no icon ${name}. https://ant.design/components/icon lists the outlined ones.`);
  }
  const { icon } = iconSchema.parse(require(file)).default;
  return { viewBox: icon.attrs.viewBox, paths: icon.children.map(({ attrs }) => attrs.d) };
};

const toRemotePage = ({ path, userType, unitStaff, plain, nav }: PageDeclaration): RemotePage => ({
  path,
  userType,
  unitStaff,
  plain,
  nav: nav && { ...nav, icon: drawIcon(nav.icon) },
});

/** The identifier of a shared module: `consume shared module (default) idb@^8.0.4 (strict) (fallback: …)`. */
const CONSUMED = /^consume shared module \([^)]*\) (@?[^@]+)@(.+?)(?: \(|$)/;

/** zod exports everything under one name, so the names of its members are listed instead. */
const nameOf = ([name, inner]: string[]): string =>
  name === 'z' && inner !== undefined ? `z.${inner}` : (name ?? '*');

const TAKES_NAMES = 'esm import specifier';
const innerModules = (module: Module): Module[] =>
  'modules' in module ? (module.modules as Module[]).flatMap(innerModules) : [module];

const sharedOf = ({ modules, moduleGraph, chunkGraph }: Compilation): ContractVersion['shared'] => {
  const taken = new Map<string, { versions: Set<string>; names: Set<string>; hasCopy: boolean }>();
  // Modules without a chunk are not part of the build.
  const built = [...modules].filter((module) => chunkGraph.getModuleChunks(module).length > 0);
  for (const module of built.flatMap(innerModules).filter((one) => !isFromCopy(one.identifier())))
    for (const dependency of module.dependencies) {
      const identifier = moduleGraph.getModule(dependency)?.identifier() ?? '';
      const [, shared, version = '*'] = CONSUMED.exec(identifier) ?? [];
      if (shared === undefined) continue;
      const hasCopy = identifier.includes('(fallback: ');
      const { names, versions } = taken.get(shared) ?? { names: new Set(), versions: new Set() };
      taken.set(shared, { versions: versions.add(version), names, hasCopy });
      if (dependency.type === TAKES_NAMES) names.add(nameOf(dependency.ids ?? []));
    }
  return Object.fromEntries(
    [...taken]
      .map(([module, { versions, names, hasCopy }]) => {
        const needs = {
          version: [...versions].join(' '),
          names: [...names].toSorted(),
          ...(hasCopy && { hasCopy }),
        };
        return [module, needs] as const;
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};

const MANIFEST = 'mf-manifest.json';

const laterFiles = z.looseObject({ async: z.array(z.string()) });
const exposeSchema = z.looseObject({ assets: z.object({ js: laterFiles, css: laterFiles }) });
const manifestSchema = z.looseObject({ exposes: z.array(exposeSchema) });
/** The page contains the manifest, so later files are removed from it; the shell finds them by page. */
const withoutLaterFiles = ({ assets: { js, css }, ...expose }: z.output<typeof exposeSchema>) => ({
  ...expose,
  assets: { js: { ...js, async: [] }, css: { ...css, async: [] } },
});

/**
 * Adds to a remote's manifest what the shell must know before it loads the remote: the pages
 * (`src/pages.ts`), the files of each page and language, the file of its first pages, and the contract
 * version with the names imported from shared modules.
 * @see remoteManifestSchema of the contracts
 */
export class RemoteManifest {
  readonly #dir: string;
  constructor(dir: string) {
    this.#dir = dir;
  }

  async #readPages(compilation: Compilation) {
    try {
      const pages = await readPages(this.#dir);
      return { pages: pages.map(toRemotePage), pageFiles: pageFilesOf(compilation, this.#dir, pages) };
    } catch (error) {
      // A thrown error would end the dev server.
      const reason = error instanceof Error ? error.message : String(error);
      compilation.errors.push(new rspack.WebpackError(`${pagesFileOf(this.#dir)}: ${reason}`));
      return { pages: [], pageFiles: {} };
    }
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RemoteManifest', (compilation) => {
      compilation.fileDependencies.add(pagesFileOf(this.#dir));
      // Runs after the plugin that writes the manifest.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: 'RemoteManifest', stage }, async () => {
        const manifest = compilation.getAsset(MANIFEST);
        if (!manifest) throw new Error(`${this.#dir} has no ${MANIFEST} to write the remote's pages into`);
        const contractVersion: ContractVersion = {
          host: REMOTE_CONTRACT_VERSION,
          shared: sharedOf(compilation),
        };
        const { pages, pageFiles } = await this.#readPages(compilation);
        const remote = {
          contractVersion,
          pages,
          files: { pages: pageFiles, languages: languageFilesOf(compilation) },
          firstPages: firstPagesFileOf(compilation),
        };
        const { exposes, ...written } = manifestSchema.parse(JSON.parse(manifest.source.source().toString()));
        const whole = { ...written, shared: [], exposes: exposes.map(withoutLaterFiles), remote };
        compilation.updateAsset(MANIFEST, new rspack.sources.RawSource(JSON.stringify(whole)));
      });
    });
  }
}
