import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areaNames, parseJson, remotesFileSchema } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { createPageRemotes, type PageRemotes } from '@qr-attendance/page-start/gateway';
import { DomainError, notFoundHandler } from '@qr-attendance/server';
import { Router, type Response } from 'express';
import { z } from 'zod';
import { NAME_PLACEHOLDER, type GatewayConfig } from '../config.ts';
import { isPlainPath } from './compressed-assets.ts';
import { fetchFile } from './fetch-file.ts';
import { serveFolder } from './folder.ts';
import { createRemoteServerFinder, type ReadFile } from './remote-servers.ts';

const mistakesIn = (list: string): string | undefined => {
  const { error } = remotesFileSchema.safeParse(parseJson(list));
  return error && z.prettifyError(error);
};

const refuse = (): never => {
  throw new DomainError('unavailable', 'no_remotes', 'The list of the web app’s parts is not available yet.');
};

const sendList = (response: Response, list: string): void => {
  response.setHeader('Cache-Control', 'no-cache');
  response.type('json').send(list);
};

type ReadList = () => Promise<string | undefined>;

/**
 * Reads the list for each request, so that switching a remote to another version needs no restart. If the
 * file is invalid, the last valid content stays in effect.
 */
const listReader = (file: string, log: Logger): ReadList => {
  let previousText: string | undefined;
  let good: string | undefined;
  return async () => {
    const list = await readFile(file, 'utf8').catch(refuse);
    if (list !== previousText) {
      const mistakes = mistakesIn(list);
      if (mistakes === undefined) good = list;
      else log.error({ file, mistakes }, 'invalid list of remotes ignored');
      previousText = list;
    }
    return good ?? refuse();
  };
};

const ownListReader = ({ STATIC_SHELL_DIR: dir = '', STATIC_SHELL_URL: url }: GatewayConfig): ReadList => {
  const read: ReadFile = async (path) =>
    url === undefined ? readFile(join(dir, path)) : (await fetchFile(url + path))?.body;
  return async () => (await read('/remotes.json').catch(() => undefined))?.toString();
};

const foldersOf = ({ STATIC_REMOTES_DIR: dir }: GatewayConfig): [name: string, dir: string][] =>
  dir === undefined ? [] : areaNames.map((name) => [name, dir.replace(NAME_PLACEHOLDER, name)]);

const ADDRESS = /^\/remotes\/([^/]+)(\/.+)$/;

export interface Remotes {
  /**
   * `/remotes/{name}/`, `/remotes.json` with the remotes' pages, and `/remotes-of-area/{name}.json` with the
   * list and the manifest of one remote. A missing file is a 404, never the shell's page, which a browser
   * would run as a script.
   */
  router: Router;
  inline: PageRemotes;
}

export const createRemotes = (config: GatewayConfig, log: Logger): Remotes => {
  const router = Router();
  const { REMOTES_FILE: file } = config;
  const findServer = createRemoteServerFinder(config.STATIC_REMOTE_URLS, config.STATIC_REMOTE_URLS_FILE, log);
  const folders = new Map<string, ReadFile>(
    foldersOf(config).map(([name, dir]) => [name, (path) => readFile(join(dir, path))]),
  );
  const inline = createPageRemotes({
    readList: file === undefined ? ownListReader(config) : listReader(file, log),
    readFile: async (address) => {
      const [, name = '', path = ''] = ADDRESS.exec(address) ?? [];
      if (!isPlainPath(path)) return undefined;
      const read = folders.get(name) ?? (await findServer(name))?.read;
      const file = await read?.(path);
      if (read && !file) throw new Error(`there is no ${address}`);
      return file;
    },
  });
  router.get('/remotes.json', async (_request, response, next) => {
    const list = await inline.list();
    if (list === undefined) next();
    else sendList(response, list);
  });
  router.get('/remotes-of-area/:name.json', async (request, response, next) => {
    const file = await inline.forArea(request.params.name);
    if (file === undefined) next();
    else sendList(response, file);
  });
  for (const [name, dir] of foldersOf(config)) router.use(`/remotes/${name}`, serveFolder(dir));
  router.use('/remotes/:name', async (request, response, next) => {
    const server = await findServer(request.params.name);
    if (server) await server.handle(request, response, next);
    else next();
  });
  router.use('/remotes', notFoundHandler);
  return { router, inline };
};
