import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StatsPlugin } from '@module-federation/manifest';
import { EarlyScript, EXPOSED, FirstPages, RemoteFirstPages } from '@qr-attendance/page-start/build';
import { rspack, type Configuration } from '@rspack/core';
import { z } from 'zod';
import { forDevelopment } from './development.ts';
import { Precompress } from './precompress.ts';
import { RemoteManifest } from './remote-manifest.ts';
import { RemotesList } from './remotes-list.ts';
import { consumedByRemotes, ICON } from './shared-modules.ts';

/** `rspack build` builds for production, `rspack dev` (or `--mode development`) for development. */
export type Mode = 'production' | 'development';

/**
 * Browsers that support all of ES2022. For older browsers, `text-align: start` would be compiled to a list of
 * languages that overrides later rules.
 */
const BROWSERS = [
  'chrome >= 109',
  'edge >= 109',
  'firefox >= 115',
  'safari >= 16.4',
  'ios_saf >= 16.4',
  'samsung >= 21',
];

const WORKER = 'service-worker';
const EARLY = 'early';

const base = (dir: string, mode: Mode): Configuration => ({
  context: dir,
  mode,
  target: ['web', 'es2022'],
  devtool: 'source-map',
  entry: './src/index.ts',
  output: {
    path: join(dir, 'dist'),
    clean: true,
    filename: 'assets/[name].[contenthash:8].js',
    chunkFilename: 'assets/[name].[contenthash:8].js',
    cssFilename: 'assets/[name].[contenthash:8].css',
    // Retries a hanging download after seconds instead of minutes.
    chunkLoadTimeout: 30_000,
    assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
  },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  module: {
    // Object literals are smaller after minification than the argument of `JSON.parse`.
    generator: { json: { JSONParse: false } },
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', refresh: mode === 'development' } },
          },
          env: { targets: BROWSERS },
        },
        type: 'javascript/auto',
      },
      { test: /\.css$/, type: 'css/auto' },
      // Images in style sheets are small enough to inline.
      { test: /\.svg$/, type: 'asset/inline' },
    ],
  },
  // Readable chunk names would only make the files larger in production.
  optimization: {
    chunkIds: 'deterministic',
    moduleIds: 'deterministic',
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin(),
      new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
    ],
    splitChunks: {
      chunks: 'all',
      cacheGroups: {
        // Packages change less often than the app, so they stay in the browser's cache after a release.
        packages: {
          name: 'packages',
          chunks: (chunk) => chunk.canBeInitial() && chunk.name !== WORKER && chunk.name !== EARLY,
          test: /[\\/]node_modules[\\/]/,
        },
        query: {
          name: 'query',
          chunks: 'async',
          test: /[\\/]node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/,
          enforce: true,
        },
        // Vendor code stays in the chunk of its page, because each file costs a request, and small files
        // compress badly.
        defaultVendors: false,
      },
    },
  },
  performance: false,
  stats: 'errors-warnings',
});

/** Builds the renderer of an app's first pages for Node. @see FirstPages */
const firstPagesConfig = (dir: string, entry: string): Configuration => ({
  ...base(dir, 'production'),
  target: 'node',
  devtool: false,
  entry,
  output: { filename: 'first-pages.cjs', library: { type: 'commonjs2' } },
  optimization: { splitChunks: false, minimize: false },
  plugins: [
    new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    // The build has no browser storage.
    new rspack.DefinePlugin({ localStorage: '({ getItem: () => null })' }),
  ],
});

const FIRST_PAGES = './src/first-pages.tsx';

const remoteEntryOf = (mode: Mode) =>
  mode === 'production' ? 'assets/remoteEntry.[contenthash:8].js' : 'assets/remoteEntry.js';

const descriptionSchema = z.object({ version: z.string() });
/**
 * The global name of a remote includes its version, so that a failing new version and the stable version that
 * replaces it do not load each other's chunks.
 */
const globalNameOf = (name: string, dir: string): string => {
  const { version } = descriptionSchema.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  return `${name}_${version.replaceAll(/\W/g, '_')}`;
};

/**
 * Builds a remote: exposes `src/remote.tsx` as `./remote` without copies of the shared modules. It contains
 * only a federation container of the first protocol version, which any runtime can load; including the
 * runtime would add 8 KB.
 */
export const remoteConfig = ({
  name,
  dir,
  mode = 'production',
}: {
  name: string;
  dir: string;
  mode?: Mode | undefined;
}): Configuration => {
  const uniqueName = globalNameOf(name, dir);
  const container = {
    name,
    library: { type: 'var', name: uniqueName },
    filename: remoteEntryOf(mode),
    exposes: { './remote': { import: './src/remote.tsx', name: EXPOSED } },
  };
  const config: Configuration = {
    ...base(dir, mode),
    entry: {},
    output: { ...base(dir, mode).output, publicPath: 'auto', uniqueName },
    plugins: [
      // Icons import their renderer by a relative path, which is replaced by the name of the shared module.
      new rspack.NormalModuleReplacementPlugin(/^\.\.\/components\/AntdIconLight$/, ICON),
      new rspack.container.ContainerPlugin(container),
      // The shell only consumes shared modules; the copies in a remote are only for that remote.
      new rspack.sharing.ConsumeSharedPlugin({ consumes: consumedByRemotes }),
      // The shell reads entry and chunks from `mf-manifest.json`, and fetches them in parallel.
      new StatsPlugin(
        { ...container, shared: {}, dts: false },
        { pluginVersion: rspack.rspackVersion, bundler: 'rspack' },
      ),
      ...(existsSync(join(dir, FIRST_PAGES))
        ? [new RemoteFirstPages({ build: firstPagesConfig(dir, FIRST_PAGES), dir })]
        : []),
      new RemoteManifest(dir),
      ...(mode === 'production' ? [new Precompress()] : []),
    ],
  };
  return mode === 'production' ? config : forDevelopment(config, 'remote', dir);
};

const leftOut = (name: string): string => join(import.meta.dirname, 'left-out', name);
const LEFT_OUT: [RegExp, string][] = [
  // antd's tooltips with a shared popup: 9 KB per page.
  [/^\.\.\/tooltip\/UniqueProvider$/, leftOut('antd-unique-provider.mjs')],
  // Prefetching for React Router's framework mode: 2 KB per page.
  [/^\.(\/dom)?\/ssr\/components\.js$/, leftOut('react-router-framework.mjs')],
];

/**
 * Builds the shell: its page and the `public` folder. Remotes and shared modules are resolved at run time.
 */
export const shellConfig = ({
  dir,
  mode = 'production',
}: {
  dir: string;
  mode?: Mode | undefined;
}): Configuration => {
  const config: Configuration = {
    ...base(dir, mode),
    // During development, the early script and the service worker are omitted, because they only make
    // released pages faster.
    ...(mode === 'production' && {
      entry: {
        main: './src/index.ts',
        [EARLY]: './src/early/index.ts',
        // Browsers identify a worker by its URL, so the name must not change.
        [WORKER]: { import: './src/service-worker/worker.ts', filename: 'sw.js' },
      },
    }),
    output: { ...base(dir, mode).output, publicPath: '/', uniqueName: 'shell' },
    plugins: [
      ...(mode === 'production'
        ? [
            new rspack.HtmlRspackPlugin({
              template: './src/index.html',
              scriptLoading: 'defer',
              chunks: ['main'],
            }),
            new EarlyScript({ entry: EARLY, main: 'main' }),
            new FirstPages({
              build: firstPagesConfig(dir, FIRST_PAGES),
              sheets: ['main', 'login'],
            }),
            new Precompress(),
          ]
        : []),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
      new RemotesList(),
      ...LEFT_OUT.map((replaced) => new rspack.NormalModuleReplacementPlugin(...replaced)),
      // Module Federation's runtime tests these constants: its Node code and unused parts are removed.
      new rspack.DefinePlugin({
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_REMOTE: false,
        FEDERATION_OPTIMIZE_NO_SHARED: false,
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: false,
      }),
    ],
  };
  return mode === 'production' ? config : forDevelopment(config, 'shell', dir);
};
