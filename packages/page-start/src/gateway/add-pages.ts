import { z } from 'zod';
import type { ReadManifest } from './read-manifests.ts';

const MAX_AGE_MS = 5_000;

const manifestSchema = z.object({ remote: z.object({ pages: z.array(z.unknown()) }) });
const versionSchema = z.looseObject({ entry: z.string() });
type Version = z.output<typeof versionSchema>;
const releaseSchema = versionSchema.extend({ rollout: z.array(versionSchema).optional() }).loose();

/**
 * Adds pages to a remote of the list and to the versions of its rollout: the pages of the manifest, or the
 * pages that were read last.
 */
export const createPagesReader = (readManifest: ReadManifest): ((listed: unknown) => Promise<unknown>) => {
  const lastRead = new Map<string, unknown[]>();

  const addPages = async <V extends Version>(version: V): Promise<V> => {
    const { data } = manifestSchema.safeParse(await readManifest(version.entry, MAX_AGE_MS));
    if (data) lastRead.set(version.entry, data.remote.pages);
    const pages = lastRead.get(version.entry);
    return pages ? { pages, ...version } : version;
  };

  return async (listed) => {
    if (!releaseSchema.safeParse(listed).success) return listed;
    const release = listed as z.output<typeof releaseSchema>;
    const rollout = release.rollout && (await Promise.all(release.rollout.map(addPages)));
    return { ...(await addPages(release)), ...(rollout && { rollout }) };
  };
};
