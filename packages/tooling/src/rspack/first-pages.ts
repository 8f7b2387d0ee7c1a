import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rspack, type Compilation, type Compiler, type Configuration, type Stats } from '@rspack/core';

const PAGE = 'index.html';
const PLACE = '__FIRST_PAGES__';
const NONCE = '__CSP_NONCE__';

type Pages = Record<string, Record<string, string>>;

/** Builds a module for Node and runs it. */
export const runBuilt = async (build: Configuration): Promise<unknown> => {
  const folder = await mkdtemp(join(tmpdir(), 'first-pages-'));
  try {
    const compiler = rspack({ ...build, output: { ...build.output, path: folder } });
    const stats = await promisify<Stats | undefined>((done) => compiler.run(done))();
    await promisify((done: (error: Error | null) => void) =>
      compiler.close((error) => done(error ?? null)),
    )();
    if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'no build');
    const file = join(folder, String(build.output?.filename));
    return createRequire(import.meta.url)(file) as unknown;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/** Moves style attributes to a sheet, because the content security policy forbids them. */
export const takeStyles = (pages: Pages, attribute: string): { pages: Pages; rules: string } => {
  const numbers = new Map<string, number>();
  const numberOf = (style: string): number => {
    const number = numbers.get(style) ?? numbers.size;
    numbers.set(style, number);
    return number;
  };
  const plain = (html: string): string =>
    html.replaceAll(
      / style="([^"]*)"/g,
      (_, style: string) => ` ${attribute}="${numberOf(unescape(style))}"`,
    );
  const mapValues = <From, To>(of: Record<string, From>, to: (value: From) => To): Record<string, To> =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]));
  const without = mapValues(pages, (parts) => mapValues(parts, plain));
  const rules = [...numbers].map(([style, number]) => {
    // An inline style takes precedence over sheets.
    const declarations = style.split(';').filter(Boolean);
    return `[${attribute}="${number}"]{${declarations.map((one) => `${one}!important`).join(';')}}`;
  });
  return { pages: without, rules: rules.join('') };
};

export const sheetsOf = (compilation: Compilation, names: string[]): string => {
  const files = names.flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? []);
  return [...new Set(files)]
    .filter((file) => file.endsWith('.css'))
    .map((file) => compilation.getAsset(file)?.source.source().toString() ?? '')
    .join('')
    .replaceAll(/\/\*# sourceMappingURL=.*?\*\//g, '');
};

interface Renderer {
  renderFirstPages: () => Promise<{ pages: Pages; iconStyles: string }>;
}

/**
 * Writes the first pages into the page as templates, of which the early script selects one, together with
 * their styles and the page's own sheet.
 */
export class FirstPages {
  readonly #build: Configuration;
  readonly #sheets: string[];
  constructor({ build, sheets }: { build: Configuration; sheets: string[] }) {
    this.#build = build;
    this.#sheets = sheets;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPages', (compilation) => {
      // File names are final by then, and nothing is compressed yet.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tapPromise({ name: 'FirstPages', stage }, async () => {
        const drawn = await ((await runBuilt(this.#build)) as Renderer).renderFirstPages();
        const { pages, rules } = takeStyles(drawn.pages, 'data-s');
        const sheets = sheetsOf(compilation, this.#sheets);
        const style = `<style nonce="${NONCE}">${sheets}${drawn.iconStyles}${rules}</style>`;
        const html = Object.entries(pages).flatMap(([language, parts]) =>
          Object.entries(parts).map(
            ([name, part]) => `<template id="first-${language}-${name}">${part}</template>`,
          ),
        );
        const page = compilation.getAsset(PAGE)?.source.source().toString() ?? '';
        const whole = page
          .replace(/<link href="\/assets\/main\.[0-9a-f]+\.css" rel="stylesheet">/, () => style)
          .replace(PLACE, () => html.join(''));
        if (!whole.includes(style)) throw new Error(`${PAGE} links no sheet of its own`);
        compilation.updateAsset(PAGE, new rspack.sources.RawSource(whole));
      });
    });
  }
}
