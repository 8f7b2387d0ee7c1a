import { readFile } from 'node:fs/promises';
import { remotesFileSchema } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { DomainError, notFoundHandler } from '@qr-attendance/server';
import { Router, type RequestHandler } from 'express';
import { z } from 'zod';
import type { GatewayConfig } from '../config.ts';
import { serveFolder, serveUrl } from './folder.ts';

const mistakesIn = (list: string): string | undefined => {
  try {
    const { error } = remotesFileSchema.safeParse(JSON.parse(list));
    return error && z.prettifyError(error);
  } catch {
    return 'is no JSON';
  }
};

const refuse = (): never => {
  throw new DomainError('unavailable', 'no_remotes', 'The list of the web app’s parts is not in place yet.');
};

/**
 * Read each time: whoever switches a remote to another version changes the file and restarts nothing. A file with a
 * mistake changes nothing: what it said before goes on to hold.
 */
const serveList = (file: string, log: Logger): RequestHandler => {
  let seen: string | undefined;
  let good: string | undefined;
  return async (_request, response) => {
    const list = await readFile(file, 'utf8').catch(refuse);
    if (list !== seen) {
      const mistakes = mistakesIn(list);
      if (mistakes === undefined) good = list;
      else log.error({ file, mistakes }, 'the list of remotes has mistakes and is passed over');
      seen = list;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.type('json').send(good ?? refuse());
  };
};

const foldersOf = (config: GatewayConfig): [name: string, dir: string][] =>
  Object.entries({
    teacher: config.STATIC_TEACHER_DIR,
    student: config.STATIC_STUDENT_DIR,
    attendance: config.STATIC_ATTENDANCE_DIR,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);

/**
 * `/remotes/{name}/` and, where a file holds it, `/remotes.json`. A file that is missing is a 404, never the shell's
 * page, or a browser would run HTML as a script.
 */
export const serveRemotes = (config: GatewayConfig, log: Logger): Router => {
  const router = Router();
  if (config.REMOTES_FILE !== undefined) router.get('/remotes.json', serveList(config.REMOTES_FILE, log));
  for (const [name, dir] of foldersOf(config)) router.use(`/remotes/${name}`, serveFolder(dir));
  for (const [name, url] of config.STATIC_REMOTE_URLS) router.use(`/remotes/${name}`, serveUrl(url));
  router.use('/remotes', notFoundHandler);
  return router;
};
