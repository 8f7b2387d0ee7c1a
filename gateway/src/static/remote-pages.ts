import { parseJson } from '@qr-attendance/contracts';
import { z } from 'zod';
import type { ReadManifest } from './remote-manifests.ts';

const MAX_AGE_MS = 5_000;

const manifestSchema = z.object({ remote: z.object({ pages: z.array(z.unknown()) }) });
const versionSchema = z.looseObject({ entry: z.string() });
type Version = z.output<typeof versionSchema>;
const listSchema = z.record(
  z.string(),
  versionSchema.extend({ rollout: z.array(versionSchema).optional() }).loose(),
);

/** Adds the pages of its manifest to each remote of the list, or those last read. */
export const createPagesReader = (readManifest: ReadManifest): ((list: string) => Promise<string>) => {
  const lastRead = new Map<string, unknown[]>();

  const addPages = async <V extends Version>(version: V): Promise<V> => {
    const { data } = manifestSchema.safeParse(await readManifest(version.entry, MAX_AGE_MS));
    if (data) lastRead.set(version.entry, data.remote.pages);
    const pages = lastRead.get(version.entry);
    return pages ? { pages, ...version } : version;
  };

  return async (text) => {
    const list = parseJson(text) as z.output<typeof listSchema>;
    if (!listSchema.safeParse(list).success) return text;
    const entries = Object.entries(list).map(async ([name, release]) => {
      const rollout = release.rollout && (await Promise.all(release.rollout.map(addPages)));
      return [name, { ...(await addPages(release)), ...(rollout && { rollout }) }] as const;
    });
    return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
  };
};
