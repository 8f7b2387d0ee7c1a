import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { institutionSchema } from '@qr-attendance/contracts';
import { createPageRemotes, createSignInOptionsReader, fillPage } from '@qr-attendance/page-start/gateway';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import type { Configuration } from '@rspack/core';
import { z } from 'zod';

const settingsSchema = z.object({
  DEV_PORT: z.coerce.number().int(),
  DEV_SYSTEM_URL: z.string().optional(),
  DEV_REMOTE_URLS: z
    .string()
    .default('{}')
    .transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  CAMPUS_TIME_ZONE: z.string().default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  INSTITUTION: z
    .string()
    .default('')
    .transform((text) => institutionSchema.parse(JSON.parse(text || '{}'))),
});
type Settings = z.output<typeof settingsSchema>;

/**
 * Each app has a separate React Refresh runtime. A remote that loads long after React finds it only through
 * this hook of React's developer tools.
 */
const KEEP_RENDERERS = `<script nonce="__CSP_NONCE__">
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject(renderer) { this.renderers.set(this.renderers.size + 1, renderer); return this.renderers.size; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};
</script>`;

const listSchema = z.record(z.string(), z.looseObject({ entry: z.string() }));
/**
 * Uses the content security policy of the system's gateway, so that violations occur during development, too.
 */
const readSystem = async (systemUrl: string) => {
  const response = await fetch(`${systemUrl}/remotes.json`);
  const policy = response.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  return {
    // Each dev server announces its changes over a WebSocket.
    policy: policy.replace('connect-src', 'connect-src ws:'),
    nonce,
    list: listSchema.parse(await response.json()),
    signInOptions: await createSignInOptionsReader(systemUrl)(),
  };
};

/** Reads from the dev servers what the gateway would read in production. */
const readRemotes = (list: z.output<typeof listSchema>, urls: Record<string, string>) =>
  createPageRemotes({
    readList: async () => JSON.stringify(list),
    readFile: async (address) => {
      const [, area = '', file = ''] = /^\/remotes\/([^/]+)(\/.+)$/.exec(address) ?? [];
      const url = urls[area];
      return url === undefined ? undefined : Buffer.from(await (await fetch(url + file)).arrayBuffer());
    },
  });

const MAIN = '/assets/main';
/** Returns the built HTML with the prerendered pages and the early script, which starts the app of the dev server. */
const readPage = async (dir: string, path: string, settings: Settings) => {
  const { policy, nonce, list, signInOptions } = await readSystem(settings.DEV_SYSTEM_URL ?? '');
  const built = readFileSync(join(dir, 'dist/index.html'), 'utf8')
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
    .replace(
      /(id="chunks">)[^<]*/,
      (_, start: string) => `${start}${JSON.stringify({ app: [`${MAIN}.js`] })}`,
    )
    .replace('</head>', `${KEEP_RENDERERS}<link rel="stylesheet" href="${MAIN}.css"></head>`);
  const page = fillPage(built, {
    nonce,
    timeZone: settings.CAMPUS_TIME_ZONE,
    institution: settings.INSTITUTION,
    signInOptions,
    reportsSample: 0,
    serviceWorker: 'off',
    remotes: await readRemotes(list, settings.DEV_REMOTE_URLS).forPath(path),
  });
  return { policy, page };
};

type DevServer = NonNullable<Configuration['devServer']>;
const shared = ({ DEV_PORT: port }: Settings): DevServer => ({
  host: '127.0.0.1',
  port,
  hot: true,
  liveReload: false,
  allowedHosts: ['localhost', '127.0.0.1'],
  client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: { warnings: false }, logging: 'warn' },
});

const remoteServer = (settings: Settings): DevServer => ({ ...shared(settings), static: false });

/** Serves the shell's files, serves its page for every path of the app, and proxies all other requests. */
const shellServer = (dir: string, settings: Settings): DevServer => ({
  ...shared(settings),
  static: false,
  devMiddleware: { index: false },
  proxy: [
    ...Object.entries(settings.DEV_REMOTE_URLS).map(([name, target]) => ({
      context: [`/remotes/${name}/`],
      target,
      pathRewrite: { [`^/remotes/${name}`]: '' },
    })),
    { context: ['/api', '/remotes/'], target: settings.DEV_SYSTEM_URL, changeOrigin: true },
  ],
  setupMiddlewares: (middlewares) => [
    ...middlewares,
    {
      name: 'page',
      middleware: async (
        request: { method?: string; url?: string },
        response: { setHeader: (name: string, value: string) => void; end: (text: string) => void },
        next: (error?: unknown) => void,
      ) => {
        if (request.method !== 'GET') return next();
        const { pathname } = new URL(request.url ?? '/', 'http://self');
        try {
          const { policy, page } = await readPage(dir, pathname, settings);
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.setHeader('Content-Security-Policy', policy);
          response.end(page);
        } catch (error) {
          // The system may be restarting after a change.
          next(error);
        }
      },
    },
  ],
});

/**
 * Changes a release build for development: readable names, fast source maps, no compressed copies, and React Refresh.
 */
export const forDevelopment = (
  release: Configuration,
  kind: 'shell' | 'remote',
  dir: string,
): Configuration => {
  const settings = settingsSchema.parse(process.env);
  const names = {
    filename: 'assets/[name].js',
    chunkFilename: 'assets/[name].js',
    cssFilename: 'assets/[name].css',
  };
  return {
    ...release,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    output: { ...release.output, ...names, clean: false },
    optimization: {},
    // Lazy compilation would request the server of the page, which is not the remote's server.
    lazyCompilation: false,
    plugins: [...(release.plugins ?? []), new ReactRefreshRspackPlugin()],
    devServer: kind === 'shell' ? shellServer(dir, settings) : remoteServer(settings),
  };
};
