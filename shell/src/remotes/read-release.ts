import { remoteReleaseSchema, type RemoteRelease } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import { withTimeout } from './with-timeout.ts';

/** Validates entries one by one, so that a mistake in one does not affect other remotes. */
const listSchema = z.record(z.string(), z.unknown());
type List = z.output<typeof listSchema>;

const fetchList = async (): Promise<List> => {
  const response = await fetch('/remotes.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`remotes.json: ${response.status}`);
  return listSchema.parse(await response.json());
};

let reading: Promise<List> | undefined;
/** Caches only a successful list, so that one failure does not affect the next area. */
const cacheUnlessFailed = (list: Promise<List>): Promise<List> => {
  reading = list;
  list.catch(() => {
    if (reading === list) reading = undefined;
  });
  return list;
};

/** Uses the list inlined in the page, or already requested, instead of fetching it. */
export const seedList = (list: unknown): void => {
  const readInlined = async (): Promise<List> => listSchema.safeParse(await list).data ?? fetchList();
  if (!reading) cacheUnlessFailed(withTimeout(readInlined()));
};

const readList = (): Promise<List> => reading ?? cacheUnlessFailed(withTimeout(fetchList()));

export const preloadList = (): void => {
  readList().catch(() => undefined);
};

const fetchRelease = async (name: string): Promise<RemoteRelease> => {
  const listed = (await readList())[name];
  if (listed === undefined) throw new Error(`${name} is not in remotes.json`);
  return remoteReleaseSchema.parse(listed);
};

const releases = new Map<string, Promise<RemoteRelease>>();

/** Reads the entry of a remote once per page, because a page keeps the version with which it began. */
export const readRelease = (name: string): Promise<RemoteRelease> => {
  const release = releases.get(name) ?? fetchRelease(name);
  releases.set(name, release);
  release.catch(() => {
    if (releases.get(name) === release) releases.delete(name);
  });
  return release;
};

export const evictRelease = (name: string): void => {
  releases.delete(name);
  reading = undefined;
};
