import { setTimeout } from 'node:timers/promises';
import { parseJson } from '@qr-attendance/contracts';
import { z } from 'zod';
import { isPlainPath } from './compressed-assets.ts';

export type ReadFile = (path: string) => Promise<Buffer | undefined>;
export type FindRemote = (name: string) => Promise<ReadFile | undefined>;

const TTL_MS = 5_000;
/** Every page waits for the list, so a remote that does not answer in time is listed without its pages. */
const TIMEOUT_MS = 1_000;

const manifestSchema = z.object({ remote: z.object({ pages: z.array(z.unknown()) }).optional() });
const versionSchema = z.looseObject({ entry: z.string() });
type Version = z.output<typeof versionSchema>;
const listSchema = z.record(
  z.string(),
  versionSchema.extend({ rollout: z.array(versionSchema).optional() }).loose(),
);

const ADDRESS = /^\/remotes\/([^/]+)(\/.+)$/;

export const readFileOf = async (find: FindRemote, address: string): Promise<Buffer | undefined> => {
  const [, name = '', path = ''] = ADDRESS.exec(address) ?? [];
  const read = isPlainPath(path) ? await find(name) : undefined;
  if (!read) return undefined;
  const file = await read(path);
  if (!file) throw new Error(`there is no ${address}`);
  return file;
};

interface Known {
  pages: unknown;
  staleAt: number;
  ready: Promise<unknown>;
}

export const createPagesReader = (find: FindRemote): ((list: string) => Promise<string>) => {
  const known = new Map<string, Known>();

  const readPages = async (entry: string): Promise<unknown> => {
    const manifest = await readFileOf(find, entry);
    return manifest && manifestSchema.parse(JSON.parse(manifest.toString())).remote?.pages;
  };

  const refresh = (entry: string, before: Known | undefined): Known => {
    const reading = readPages(entry).then(
      (pages) => {
        now.pages = pages;
      },
      () => undefined,
    );
    const now: Known = {
      pages: before?.pages,
      staleAt: Date.now() + TTL_MS,
      ready: Promise.race([reading, setTimeout(TIMEOUT_MS, undefined, { ref: false })]),
    };
    known.set(entry, now);
    return now;
  };

  const addPages = async <V extends Version>(version: V): Promise<V> => {
    const before = known.get(version.entry);
    const now = before && Date.now() < before.staleAt ? before : refresh(version.entry, before);
    if (now.pages === undefined) await now.ready;
    return now.pages === undefined ? version : { pages: now.pages, ...version };
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
