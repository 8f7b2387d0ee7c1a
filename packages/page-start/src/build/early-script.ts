import { rspack, type Compilation, type Compiler } from '@rspack/core';
import { APP } from '../page-data.ts';

const PAGE = 'index.html';
const SCRIPT_PLACE = '__EARLY_SCRIPT__';
const CHUNKS_PLACE = '__CHUNKS__';

const OWN_SCRIPT = /<script defer src="([^"]+)"><\/script>/g;

const textOf = (compilation: Compilation, name: string): string => {
  const asset = compilation.getAsset(name);
  if (!asset) throw new Error(`the build has no ${name}`);
  return asset.source.source().toString();
};

const isScript = (file: string): boolean => file.endsWith('.js');
const isLoaded = (file: string): boolean => isScript(file) || file.endsWith('.css');

const toInline = (script: string): string =>
  script.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '').replaceAll(/<(?=\/script|!--)/gi, '\\x3c');

/**
 * Writes the script of one entry into the built page, so it needs no request. The script gets the lists of files
 * that the app and each named import (`webpackChunkName`) load, and preloads them. The app's scripts run when
 * this script allows it.
 */
export class EarlyScript {
  readonly #entry: string;
  readonly #main: string;
  constructor({ entry, main }: { entry: string; main: string }) {
    this.#entry = entry;
    this.#main = main;
  }

  #filesOf(compilation: Compilation, name: string): string[] {
    return (compilation.namedChunkGroups.get(name)?.getFiles() ?? []).filter(isLoaded);
  }

  #chunksOf(compilation: Compilation): Record<string, string[]> {
    const own = new Set(this.#filesOf(compilation, this.#main));
    const names = [...compilation.namedChunkGroups.keys()].filter(
      (name) => !compilation.entrypoints.has(name),
    );
    return Object.fromEntries(
      names
        .toSorted()
        .map((name) => [
          name,
          this.#filesOf(compilation, name).flatMap((file) => (own.has(file) ? [] : `/${file}`)),
        ]),
    );
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EarlyScript', (compilation) => {
      // File names are final at this stage, and files are not compressed yet.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'EarlyScript', stage }, () => {
        const files = this.#filesOf(compilation, this.#entry).filter(isScript);
        const shared = this.#filesOf(compilation, this.#main).filter((file) => files.includes(file));
        if (shared.length > 0) throw new Error(`the early script and the app share ${shared.join(', ')}`);
        const script = files.map((file) => toInline(textOf(compilation, file))).join('\n');
        const template = textOf(compilation, PAGE);
        const app = [...template.matchAll(OWN_SCRIPT)].map(([, file]) => file);
        if (app.length === 0) throw new Error(`${PAGE} has no script of its own`);
        const chunks = JSON.stringify({ ...this.#chunksOf(compilation), [APP]: app });
        const page = template
          .replaceAll(OWN_SCRIPT, '<link rel="preload" as="script" fetchpriority="high" href="$1">')
          .replace(SCRIPT_PLACE, () => script)
          .replace(CHUNKS_PLACE, () => chunks);
        compilation.updateAsset(PAGE, new rspack.sources.RawSource(page));
        for (const file of files) {
          compilation.deleteAsset(file);
          compilation.deleteAsset(`${file}.map`);
        }
      });
    });
  }
}
