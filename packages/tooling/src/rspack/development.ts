import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { institutionSchema } from '@qr-attendance/contracts';
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
 * Each app has its own React Refresh runtime. A remote that loads long after React finds React only through
 * this hook, which React's developer tools also use.
 */
const KEEP_RENDERERS = `<script>
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject(renderer) { this.renderers.set(this.renderers.size + 1, renderer); return this.renderers.size; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};
</script>`;

/**
 * Replaces the placeholders that the gateway fills. There is no Content-Security-Policy during development,
 * so no nonce.
 */
const pageOf = (template: string, { CAMPUS_TIME_ZONE: zone, INSTITUTION: institution }: Settings): string =>
  template
    .replaceAll('__CSP_NONCE__', '')
    .replaceAll('__CAMPUS_TIME_ZONE__', zone)
    .replaceAll('__INSTITUTION__', () => JSON.stringify(institution).replaceAll('<', '\\u003c'))
    .replaceAll('__REPORTS_SAMPLE__', '0')
    .replaceAll('__SERVICE_WORKER__', 'off')
    // A release inlines these; during development the app fetches them.
    .replaceAll(/__(CHUNKS|EARLY_SCRIPT|FIRST_PAGES|REMOTES)__/g, '')
    // The script that the build's plugin would add.
    .replace('</head>', `${KEEP_RENDERERS}<script defer src="/assets/main.js"></script></head>`);

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

/** Serves the shell's own files and its page for every path of the app, and proxies everything else. */
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
      middleware: (
        request: { method?: string },
        response: { setHeader: (name: string, value: string) => void; end: (text: string) => void },
        next: () => void,
      ) => {
        if (request.method !== 'GET') return next();
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(pageOf(readFileSync(join(dir, 'src/index.html'), 'utf8'), settings));
      },
    },
  ],
});

/**
 * Readable names, fast source maps, no compressed copies, and components that are replaced in the open page
 * (React Refresh).
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
    // It would request the page's own server, which is not the remote's.
    lazyCompilation: false,
    plugins: [...(release.plugins ?? []), new ReactRefreshRspackPlugin()],
    devServer: kind === 'shell' ? shellServer(dir, settings) : remoteServer(settings),
  };
};
