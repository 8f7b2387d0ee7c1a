import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RemoteFirstPages as Written } from '@qr-attendance/contracts';
import { rspack, type Compilation, type Compiler, type Configuration, type Stats } from '@rspack/core';
import { FIRST_PAGES_FILE } from '../page-data.ts';
import { EXPOSED, pageFilesOf, readPages } from './page-files.ts';

const PAGE = 'index.html';
const PLACE = '__FIRST_PAGES__';
const NONCE = '__CSP_NONCE__';

type Pages = Record<string, Record<string, string>>;

const runBuilt = async (build: Configuration): Promise<unknown> => {
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

/** Moves style attributes into a style sheet, because the content security policy forbids them. */
const takeStyles = (pages: Pages, attribute: string): { pages: Pages; rules: string } => {
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
    // `!important` replaces the precedence of inline styles.
    const declarations = style.split(';').filter(Boolean);
    return `[${attribute}="${number}"]{${declarations.map((one) => `${one}!important`).join(';')}}`;
  });
  return { pages: without, rules: rules.join('') };
};

const filesOf = ({ namedChunkGroups }: Compilation, name: string): string[] =>
  namedChunkGroups.get(name)?.getFiles() ?? [];

const sheetsOf = (compilation: Compilation, files: string[]): string =>
  [...new Set(files)]
    .filter((file) => file.endsWith('.css'))
    .map((file) => compilation.getAsset(file)?.source.source().toString() ?? '')
    .join('')
    .replaceAll(/\/\*# sourceMappingURL=.*?\*\//g, '');

abstract class FirstPagesPlugin<Drawn> {
  readonly #build: Configuration;
  /** During development, first pages are rendered only once. */
  #drawn: Promise<Drawn> | undefined;
  constructor(build: Configuration) {
    this.#build = build;
  }

  async #draw(): Promise<Drawn> {
    const { renderFirstPages } = (await runBuilt(this.#build)) as { renderFirstPages: () => Promise<Drawn> };
    return renderFirstPages();
  }

  abstract write(drawn: Drawn, compilation: Compilation): Promise<void> | void;

  apply(compiler: Compiler): void {
    const { name } = this.constructor;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      // File names are final at this stage; files are not compressed, and the manifest is not written yet.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        this.#drawn ??= this.#draw();
        await this.write(await this.#drawn, compilation);
      });
    });
  }
}

/**
 * Writes the first pages into the page as templates, from which the early script selects one, together with
 * their styles and the page's own sheet.
 */
export class FirstPages extends FirstPagesPlugin<{ pages: Pages; iconStyles: string }> {
  readonly #sheets: string[];
  /** `sheets` are the names of the imports that contain the styles of these pages. */
  constructor({ build, sheets }: { build: Configuration; sheets: string[] }) {
    super(build);
    this.#sheets = sheets;
  }

  override write(drawn: { pages: Pages; iconStyles: string }, compilation: Compilation): void {
    const { pages, rules } = takeStyles(drawn.pages, 'data-s');
    const sheets = sheetsOf(
      compilation,
      this.#sheets.flatMap((name) => filesOf(compilation, name)),
    );
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
  }
}

export const firstPagesFileOf = (compilation: Compilation): string | undefined =>
  compilation.getAssets().find(({ name }) => FIRST_PAGES_FILE.test(name))?.name;

type DrawnPages = (Omit<Written['pages'][number], 'html'> & { html: Record<string, string> })[];

/**
 * Renders the pages of a remote that must open quickly during the build, and writes them with their styles to
 * a file that the manifest names. The gateway inlines them into the shell's page
 * (docs/decisions/page-start.md).
 */
export class RemoteFirstPages extends FirstPagesPlugin<DrawnPages> {
  readonly #dir: string;
  constructor({ build, dir }: { build: Configuration; dir: string }) {
    super(build);
    this.#dir = dir;
  }

  async #pageFiles(drawn: DrawnPages, compilation: Compilation): Promise<string[]> {
    const paths = new Set(drawn.map(({ path }) => path));
    try {
      const pages = await readPages(this.#dir);
      const wanted = pages.filter(({ path }) => paths.has(path));
      return Object.values(pageFilesOf(compilation, this.#dir, wanted)).flat();
    } catch {
      // The plugin that writes the manifest reports the error.
      return [];
    }
  }

  override async write(drawn: DrawnPages, compilation: Compilation): Promise<void> {
    const files = [...filesOf(compilation, EXPOSED), ...(await this.#pageFiles(drawn, compilation))];
    const byNumber = Object.fromEntries(drawn.map(({ html }, number) => [String(number), html]));
    const { pages, rules } = takeStyles(byNumber, 'data-r');
    const written: Written = {
      style: sheetsOf(compilation, files) + rules,
      pages: drawn.map((page, number) => ({ ...page, html: pages[number] ?? {} })),
    };
    const text = JSON.stringify(written);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    compilation.emitAsset(`assets/first-pages.${hash}.json`, new rspack.sources.RawSource(text));
  }
}
