import { createHash } from 'node:crypto';
import type { RemoteFirstPages as Written } from '@qr-attendance/contracts';
import { rspack, type Compilation, type Compiler, type Configuration } from '@rspack/core';
import { runBuilt, sheetsOf, takeStyles } from './first-pages.ts';

interface Renderer {
  renderFirstPages: () => Promise<
    (Omit<Written['pages'][number], 'html'> & { html: Record<string, string> })[]
  >;
}

const FILE = /^assets\/first-pages\.[0-9a-f]{8}\.json$/;
export const firstPagesFileOf = (compilation: Compilation): string | undefined =>
  compilation.getAssets().find(({ name }) => FILE.test(name))?.name;

/**
 * Renders those pages of a remote that must open quickly in the build, and writes them with their styles to a file that
 * the manifest names. The gateway inlines them into the shell's page (docs/decisions/page-start.md).
 */
export class RemoteFirstPages {
  readonly #build: Configuration;
  readonly #sheets: string[];
  constructor({ build, sheets }: { build: Configuration; sheets: string[] }) {
    this.#build = build;
    this.#sheets = sheets;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RemoteFirstPages', (compilation) => {
      // File names are final by then; the manifest is written later.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'RemoteFirstPages', stage }, async () => {
        const drawn = await ((await runBuilt(this.#build)) as Renderer).renderFirstPages();
        const byNumber = Object.fromEntries(drawn.map(({ html }, number) => [String(number), html]));
        const { pages, rules } = takeStyles(byNumber, 'data-r');
        const written: Written = {
          style: sheetsOf(compilation, this.#sheets) + rules,
          pages: drawn.map((page, number) => ({ ...page, html: pages[number] ?? {} })),
        };
        const text = JSON.stringify(written);
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
        compilation.emitAsset(`assets/first-pages.${hash}.json`, new rspack.sources.RawSource(text));
      });
    });
  }
}
