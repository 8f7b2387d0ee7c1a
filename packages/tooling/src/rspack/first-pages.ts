import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rspack, type Compilation, type Compiler, type Configuration, type Stats } from '@rspack/core';

const PAGE = 'index.html';
/** Where the page's template wants them. */
const PLACE = '__FIRST_PAGES__';
const NONCE = '__CSP_NONCE__';

/** What the entry of the build exports. */
interface Renderer {
  renderFirstPages: () => Promise<{
    /** HTML by language and name. */
    pages: Record<string, Record<string, string>>;
    iconStyles: string;
  }>;
}
type Rendered = Awaited<ReturnType<Renderer['renderFirstPages']>>;

const render = async (build: Configuration): Promise<Rendered> => {
  const folder = await mkdtemp(join(tmpdir(), 'first-pages-'));
  try {
    const compiler = rspack({ ...build, output: { ...build.output, path: folder } });
    const stats = await promisify<Stats | undefined>((done) => compiler.run(done))();
    await promisify((done: (error: Error | null) => void) =>
      compiler.close((error) => done(error ?? null)),
    )();
    if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'no build');
    const file = join(folder, String(build.output?.filename));
    const { renderFirstPages } = createRequire(import.meta.url)(file) as Renderer;
    return await renderFirstPages();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/**
 * Moves what elements say of their style to a sheet: the page's security policy lets none say it of itself.
 * @returns the HTML without, and the rules
 */
const takeStyles = (pages: Rendered['pages']) => {
  const numbers = new Map<string, number>();
  const numberOf = (style: string): number => {
    const number = numbers.get(style) ?? numbers.size;
    numbers.set(style, number);
    return number;
  };
  const html = Object.entries(pages).flatMap(([language, parts]) =>
    Object.entries(parts).map(([name, part]) => {
      const plain = part.replaceAll(
        / style="([^"]*)"/g,
        (_, style: string) => ` data-s="${numberOf(unescape(style))}"`,
      );
      return `<template id="first-${language}-${name}">${plain}</template>`;
    }),
  );
  const rules = [...numbers].map(([style, number]) => {
    // An element's own style comes before all that sheets say.
    const declarations = style.split(';').filter(Boolean);
    return `[data-s="${number}"]{${declarations.map((one) => `${one}!important`).join(';')}}`;
  });
  return { html: html.join(''), rules: rules.join('') };
};

/**
 * Writes into the built page what it shows before its scripts are there: the first pages in templates, of which the
 * early script takes the right one, and their styles. The page's own sheet is among them, and needs no request any more.
 */
export class FirstPages {
  readonly #build: Configuration;
  readonly #sheets: string[];
  /** @param build of the module that draws them, for Node. @param sheets the entry and imports whose sheets they need */
  constructor({ build, sheets }: { build: Configuration; sheets: string[] }) {
    this.#build = build;
    this.#sheets = sheets;
  }

  #sheetOf(compilation: Compilation): string {
    const files = this.#sheets.flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? []);
    return [...new Set(files)]
      .filter((file) => file.endsWith('.css'))
      .map((file) => compilation.getAsset(file)?.source.source().toString() ?? '')
      .join('')
      .replaceAll(/\/\*# sourceMappingURL=.*?\*\//g, '');
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPages', (compilation) => {
      // As the early script: when each file has its final name, and before anything is compressed.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'FirstPages', stage }, async () => {
        const { pages, iconStyles } = await render(this.#build);
        const { html, rules } = takeStyles(pages);
        const style = `<style nonce="${NONCE}">${this.#sheetOf(compilation)}${iconStyles}${rules}</style>`;
        const page = compilation.getAsset(PAGE)?.source.source().toString() ?? '';
        const whole = page
          .replace(/<link href="\/assets\/main\.[0-9a-f]+\.css" rel="stylesheet">/, () => style)
          .replace(PLACE, () => html);
        if (!whole.includes(style)) throw new Error(`${PAGE} links no sheet of its own`);
        compilation.updateAsset(PAGE, new rspack.sources.RawSource(whole));
      });
    });
  }
}
