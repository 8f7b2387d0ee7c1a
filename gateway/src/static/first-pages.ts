import { remoteFirstPagesSchema, type RemoteFirstPages } from '@qr-attendance/contracts';
import { leadsTo } from '@qr-attendance/contracts/page-path';
import { z } from 'zod';
import { isHashed } from './cache-headers.ts';
import { readFileOf, type FindRemote } from './remote-pages.ts';

const manifestSchema = z.object({ remote: z.object({ firstPages: z.string().refine(isHashed) }) });
/** Enough for a few releases of each remote. */
const MAX_CACHED = 20;

/**
 * Reads the prerendered first pages of a remote. The file name contains a content hash, so it is read once.
 * @returns all first pages of a remote, or those of one path; undefined if there are none or they are unavailable.
 * Never rejects
 */
export const createFirstPagesReader = (find: FindRemote) => {
  const kept = new Map<string, Promise<RemoteFirstPages | undefined>>();

  const read = async (file: string): Promise<RemoteFirstPages | undefined> => {
    const text = await readFileOf(find, file);
    return text && remoteFirstPagesSchema.parse(JSON.parse(text.toString()));
  };
  const readOnce = (file: string): Promise<RemoteFirstPages | undefined> => {
    const known = kept.get(file);
    if (known) return known;
    const reading = read(file).catch(() => {
      kept.delete(file);
      return undefined;
    });
    kept.set(file, reading);
    const [oldest = file] = kept.keys();
    if (kept.size > MAX_CACHED) kept.delete(oldest);
    return reading;
  };

  return async (entry: string, manifest: unknown, path?: string): Promise<RemoteFirstPages | undefined> => {
    const { data } = manifestSchema.safeParse(manifest);
    if (!data) return undefined;
    const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
    const drawn = await readOnce(folder + data.remote.firstPages);
    const pages = drawn?.pages.filter((page) => path === undefined || leadsTo(page.path, path)) ?? [];
    return drawn && pages.length > 0 ? { style: drawn.style, pages } : undefined;
  };
};
