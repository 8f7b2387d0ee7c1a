import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import { z } from 'zod';
import { Precompress } from './precompress.ts';
import { RemoteManifest } from './remote-manifest.ts';
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

/** Name of the chunk of what a remote exposes, as Module Federation would call it. */
const EXPOSED = '__federation_expose_remote';

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
export const remoteConfig = ({ name, dir }: { name: string; dir: string }): Configuration => {
  const globalName = globalNameOf(name, dir);
  return {
    ...base(dir),
    entry: {},
    output: { ...base(dir).output, publicPath: 'auto', uniqueName: globalName },
    plugins: [
      new rspack.container.ModuleFederationPluginV1({
        name,
        library: { type: 'var', name: globalName },
        filename: 'assets/remoteEntry.[contenthash:8].js',
        exposes: { './remote': { import: './src/remote.tsx', name: EXPOSED } },
        shared: sharedByRemotes,
      }),
      new RemoteManifest({ name, globalName, exposed: EXPOSED }),
      new Precompress(),
    ],
  };
};

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
    new rspack.sharing.SharePlugin({ shared: sharedByShell }),
    new Precompress(),
  ],
});
