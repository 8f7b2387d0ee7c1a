import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createSignInOptionsReader,
  fillPage,
  type ReadSignInOptions,
} from '@qr-attendance/page-start/gateway';
import { DomainError, notFoundHandler, type ReadyChecks } from '@qr-attendance/server';
import { Router, type RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { isAmbiguousPath } from '../http/reject-ambiguous-paths.ts';
import { nonceOf } from '../http/security-headers.ts';
import { fetchFile } from './fetch-file.ts';
import { serveFolder, serveUrl } from './folder.ts';
import type { Remotes } from './remotes.ts';
import { serveServiceWorker } from './service-worker.ts';

const PAGE = /^\/(index\.html)?$/;
/** A code in a path may be any text: somebody typed it, or it comes from a foreign QR code. */
const isScannedText = (path: string): boolean => path.startsWith('/attendance/');
const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(path);

type Source = Pick<GatewayConfig, 'STATIC_SHELL_DIR' | 'STATIC_SHELL_URL'>;
type ShellConfig = Source &
  Pick<GatewayConfig, 'AUTH_URL' | 'CAMPUS_TIME_ZONE' | 'INSTITUTION' | 'REPORTS_SAMPLE' | 'SERVICE_WORKER'>;

const readPage = async ({ STATIC_SHELL_DIR: dir = '', STATIC_SHELL_URL: url }: Source): Promise<string> => {
  if (url === undefined) return readFile(join(dir, 'index.html'), 'utf8');
  const page = await fetchFile(`${url}/index.html`);
  if (!page) throw new Error('no page');
  return page.body.toString();
};

/** An unavailable web server must not take the gateway out of rotation, so only a local folder is checked. */
export const shellChecks = ({ STATIC_SHELL_DIR: dir }: Source): ReadyChecks =>
  dir === undefined ? {} : { 'web app': () => access(join(dir, 'index.html')) };

/** Reads the page for each answer, so that a new build needs no restart. */
const servePage = (
  source: ShellConfig,
  readOptions: ReadSignInOptions,
  remotesOf: (path: string) => Promise<string>,
  { hasTag }: { hasTag: boolean } = { hasTag: false },
): RequestHandler => {
  const content = {
    timeZone: source.CAMPUS_TIME_ZONE,
    institution: source.INSTITUTION,
    reportsSample: source.REPORTS_SAMPLE,
    serviceWorker: source.SERVICE_WORKER,
  };
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const [html, signInOptions, remotes] = await Promise.all([
      readPage(source).catch(() => {
        throw new DomainError(
          'unavailable',
          'not_built',
          'The web app is not available yet. Try again in a moment.',
        );
      }),
      readOptions(),
      remotesOf(request.path),
    ]);
    response.setHeader('Cache-Control', 'no-cache');
    const nonce = nonceOf(response);
    const fill = (theNonce: string): string =>
      fillPage(html, { ...content, nonce: theNonce, signInOptions, remotes });
    if (hasTag) {
      // The tag is computed without the nonce, which differs in each answer.
      const tag = `"${createHash('sha256').update(fill('')).digest('base64url')}"`;
      response.setHeader('ETag', tag);
      // Express ignores If-None-Match if the request bypasses caches, as requests from the service worker do.
      if (request.get('if-none-match') === tag) {
        response.status(304).end();
        return;
      }
    }
    response.type('html').send(fill(nonce));
  };
};

const CACHEABLE_PAGE = '/page-to-keep';

/** Missing files are 404; any other path gets the page, where the app shows its own 404. */
export const serveShell = (config: ShellConfig, inline: Remotes['inline']): Router => {
  const { STATIC_SHELL_DIR: dir = '', STATIC_SHELL_URL: url } = config;
  const readOptions = createSignInOptionsReader(config.AUTH_URL);
  const page = servePage(config, readOptions, inline.forPath);
  const files = url === undefined ? serveFolder(dir) : serveUrl(url);
  const router = Router();
  router.use(serveServiceWorker(config));
  router.get(CACHEABLE_PAGE, servePage(config, readOptions, inline.firstPages, { hasTag: true }));
  router.use((request, response, next) => {
    if (PAGE.test(request.path) || isScannedText(request.path) || isAmbiguousPath(request.path))
      return page(request, response, next);
    return files(request, response, next);
  });
  router.use((request, response, next) => {
    if (isFile(request.path)) notFoundHandler(request, response, next);
    else return page(request, response, next);
  });
  return router;
};
