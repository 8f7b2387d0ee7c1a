import { readFile } from 'node:fs/promises';
import { Refused, unknownPath } from '@qr-attendance/service-kit';
import { Router, type RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { serveFolder, serveUrl } from './folder.ts';

/** Read each time: whoever switches a remote to another version changes the file and restarts nothing. */
const serveList =
  (file: string): RequestHandler =>
  async (_request, response) => {
    const list = await readFile(file).catch(() => {
      throw new Refused('unavailable', 'no_remotes', 'The list of the web app’s parts is not in place yet.');
    });
    response.setHeader('Cache-Control', 'no-cache');
    response.type('json').send(list);
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
export const serveRemotes = (config: GatewayConfig): Router => {
  const router = Router();
  if (config.REMOTES_FILE !== undefined) router.get('/remotes.json', serveList(config.REMOTES_FILE));
  for (const [name, dir] of foldersOf(config)) router.use(`/remotes/${name}`, serveFolder(dir));
  for (const [name, url] of config.STATIC_REMOTE_URLS) router.use(`/remotes/${name}`, serveUrl(url));
  router.use('/remotes', unknownPath);
  return router;
};
