import { readFile } from 'node:fs/promises';
import { parseJson } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { remoteServersSchema } from '../config.ts';
import { fetchFile } from './fetch-file.ts';
import { serveUrl } from './folder.ts';

export type ReadFile = (path: string) => Promise<Buffer | undefined>;

export interface RemoteServer {
  url: string;
  handle: RequestHandler;
  read: ReadFile;
}

const TTL_MS = 1_000;

const serverAt = (url: string): RemoteServer => ({
  url,
  handle: serveUrl(url),
  read: async (path) => (await fetchFile(url + path))?.body,
});

/**
 * Finds web servers in the settings and in a JSON file (name to URL). The file is read again when it changes,
 * so another version is served without a restart. If the file is invalid, the last valid content stays in
 * effect.
 */
export const createRemoteServerFinder = (
  fixed: readonly (readonly [name: string, url: string])[],
  file: string | undefined,
  log: Logger,
): ((name: string) => Promise<RemoteServer | undefined>) => {
  const own = new Map(fixed.map(([name, url]) => [name, serverAt(url)]));
  let listed = new Map<string, RemoteServer>();
  let previousText: string | undefined;
  let lastRead: { at: number; done: Promise<void> } | undefined;

  const readServers = async (): Promise<void> => {
    if (file === undefined) return;
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === previousText || text === undefined) return;
    previousText = text;
    const { data, error } = remoteServersSchema.safeParse(parseJson(text));
    if (error) {
      const mistakes = z.prettifyError(error);
      log.error({ file, mistakes }, 'invalid list of web servers ignored');
      return;
    }
    const before = listed;
    listed = new Map(
      Object.entries(data).map(([name, url]) => {
        const known = before.get(name);
        return [name, known?.url === url ? known : serverAt(url)];
      }),
    );
  };

  return async (name) => {
    const server = own.get(name);
    if (server) return server;
    if (lastRead === undefined || performance.now() - lastRead.at > TTL_MS)
      lastRead = { at: performance.now(), done: readServers() };
    await lastRead.done;
    return listed.get(name);
  };
};
