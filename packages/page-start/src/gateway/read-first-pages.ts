import { remoteFirstPagesSchema, type RemoteFirstPages } from '@qr-attendance/contracts';
import { matchesPage } from '@qr-attendance/contracts/areas';
import { z } from 'zod';
import { FIRST_PAGES_FILE } from '../page-data.ts';
import type { ReadRemoteFile } from './read-manifests.ts';

const manifestSchema = z.object({ remote: z.object({ firstPages: z.string().regex(FIRST_PAGES_FILE) }) });
const MAX_CACHED = 20;

/**
 * Reads the prerendered first pages of a remote, once per file, because file names contain a content hash.
 */
export const createFirstPagesReader = (readFile: ReadRemoteFile) => {
  const cache = new Map<string, Promise<RemoteFirstPages | undefined>>();

  const read = async (file: string): Promise<RemoteFirstPages | undefined> => {
    const text = await readFile(file);
    return text && remoteFirstPagesSchema.parse(JSON.parse(text.toString()));
  };
  const readOnce = (file: string): Promise<RemoteFirstPages | undefined> => {
    const cached = cache.get(file);
    if (cached) return cached;
    const reading = read(file).catch(() => {
      cache.delete(file);
      return undefined;
    });
    cache.set(file, reading);
    const [oldest = file] = cache.keys();
    if (cache.size > MAX_CACHED) cache.delete(oldest);
    return reading;
  };

  return async (entry: string, manifest: unknown, path?: string): Promise<RemoteFirstPages | undefined> => {
    const { data } = manifestSchema.safeParse(manifest);
    if (!data) return undefined;
    const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
    const firstPages = await readOnce(folder + data.remote.firstPages);
    const pages =
      firstPages?.pages.filter((page) => path === undefined || matchesPage(page.path, path)) ?? [];
    return firstPages && pages.length > 0 ? { style: firstPages.style, pages } : undefined;
  };
};
