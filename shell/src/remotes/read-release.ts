import { remoteReleaseSchema, type RemoteRelease } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import { withinTime } from './within-time.ts';

/** Only the entry in question is looked at: a mistake in one must not take the other remotes along. */
const listSchema = z.record(z.string(), z.unknown());
type List = z.output<typeof listSchema>;

/** What `remotes.json` says at this moment. */
const fetchList = async (): Promise<List> => {
  const response = await fetch('/remotes.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`remotes.json: ${response.status}`);
  return listSchema.parse(await response.json());
};

let reading: Promise<List> | undefined;
/** Only a list that came is kept: one that failed, for whichever area, must not fail the next area too. */
const keepUnlessFailed = (list: Promise<List>): Promise<List> => {
  reading = list;
  list.catch(() => {
    if (reading === list) reading = undefined;
  });
  return list;
};

/** Takes the list that the page holds, or that is on its way, in place of asking for it. */
export const keepToldList = (list: unknown): void => {
  const told = async (): Promise<List> => listSchema.safeParse(await list).data ?? fetchList();
  if (!reading) keepUnlessFailed(withinTime(told()));
};

const readList = (): Promise<List> => reading ?? keepUnlessFailed(withinTime(fetchList()));

/** Has the list on its way; whoever needs it hears of a failure. */
export const preloadList = (): void => {
  readList().catch(() => undefined);
};

const fetchRelease = async (name: string): Promise<RemoteRelease> => {
  const listed = (await readList())[name];
  if (listed === undefined) throw new Error(`${name} is not in remotes.json`);
  return remoteReleaseSchema.parse(listed);
};

const releases = new Map<string, Promise<RemoteRelease>>();

/** What `remotes.json` says of a remote, read once a page: a page keeps to the version that it began with. */
export const readRelease = (name: string): Promise<RemoteRelease> => {
  const release = releases.get(name) ?? fetchRelease(name);
  releases.set(name, release);
  release.catch(() => {
    if (releases.get(name) === release) releases.delete(name);
  });
  return release;
};

/** What was read led nowhere: it is read again next time. */
export const forgetRelease = (name: string): void => {
  releases.delete(name);
  reading = undefined;
};
