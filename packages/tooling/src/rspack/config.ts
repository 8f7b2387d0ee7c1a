import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Configuration } from '@rspack/core';
import { z } from 'zod';
import { Precompress } from './precompress.ts';
import { sharedByRemotes, sharedByShell, wholePackages } from './shared-modules.ts';

/** What every app is built with: TypeScript and JSX by swc, hashed assets, source maps beside them. */
const base = (dir: string): Configuration => ({
  context: dir,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: 'source-map',
  entry: './src/index.ts',
  output: {
    path: join(dir, 'dist'),
    clean: true,
    filename: 'assets/[name].[contenthash:8].js',
    chunkFilename: 'assets/[name].[contenthash:8].js',
    cssFilename: 'assets/[name].[contenthash:8].css',
    // Seconds, not minutes, until a retry of a hanging download may start anew.
    chunkLoadTimeout: 30_000,
    assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
  },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'], alias: wholePackages },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2022',
          },
        },
        type: 'javascript/auto',
      },
      { test: /\.css$/, type: 'css/auto' },
    ],
  },
  // Chunk names are ids in production; readable ones would tell nothing and cost bytes.
  optimization: {
    chunkIds: 'deterministic',
    moduleIds: 'deterministic',
    splitChunks: {
      chunks: 'all',
      cacheGroups: {
        // Packages change more seldom than the app: a release leaves them in the browser's cache.
        packages: { name: 'packages', chunks: 'initial', test: /[\\/]node_modules[\\/]/ },
        // Not apart from the page that needs them: each file costs a request, and small ones compress badly.
        defaultVendors: false,
      },
    },
  },
  performance: false,
  stats: 'errors-warnings',
});

/** Not hashed, so served without caching: see the gateway. */
const REMOTE_ENTRY = 'remoteEntry.js';

const descriptionSchema = z.object({ version: z.string() });
/**
 * What a remote calls itself in the page's global scope: with its version, so that a new one that fails and the stable
 * one in its place don't take each other's chunks.
 */
const globalNameOf = (name: string, dir: string): string => {
  const { version } = descriptionSchema.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  return `${name}_${version.replaceAll(/\W/g, '_')}`;
};

/**
 * Build of a remote: exposes `src/remote.tsx` as `./remote` and brings no copy of what the shell shares.
 * @param name the federation's container name, also its key in `remotes.json`
 * @param dir the app's folder; its package.json says the version
 */
export const remoteConfig = ({ name, dir }: { name: string; dir: string }): Configuration => ({
  ...base(dir),
  output: { ...base(dir).output, publicPath: 'auto', uniqueName: globalNameOf(name, dir) },
  plugins: [
    new ModuleFederationPlugin({
      name,
      library: { type: 'var', name: globalNameOf(name, dir) },
      filename: REMOTE_ENTRY,
      exposes: { './remote': './src/remote.tsx' },
      shared: sharedByRemotes,
      shareStrategy: 'loaded-first',
      dts: false,
      manifest: true,
      // The shell's runtime serves all; a remote brings no copy.
      experiments: { externalRuntime: true, optimization: { target: 'web' } },
    }),
    new Precompress(),
  ],
});

/**
 * What antd's ConfigProvider brings along for tooltips that share one popup, a setting that the app does not use, and what
 * is there instead: 9 KB less on each page.
 */
const LEFT_OUT = [
  /^\.\.\/tooltip\/UniqueProvider$/,
  join(import.meta.dirname, 'left-out/antd-unique-provider.mjs'),
] as const;

/** Build of the shell: a page, its `public` folder, and the modules it shares. Remotes are named at run time. */
export const shellConfig = ({ dir }: { dir: string }): Configuration => ({
  ...base(dir),
  output: { ...base(dir).output, publicPath: '/', uniqueName: 'shell' },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer' }),
    new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
    new rspack.NormalModuleReplacementPlugin(...LEFT_OUT),
    new ModuleFederationPlugin({
      name: 'shell',
      remotes: {},
      shared: sharedByShell,
      shareStrategy: 'loaded-first',
      dts: false,
      manifest: false,
      experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
    }),
    new Precompress(),
  ],
});
