import { setTimeout as pause } from 'node:timers/promises';
import type { BurstIndex } from '../codes/burst-index.ts';
import type { CurrentCodes } from '../codes/current-codes.ts';
import type { Sessions } from './sessions.ts';

const MAX_SESSIONS = 5_000;
/** Sessions of other replicas are read at most this often, so scans of them wait at most this long. */
const MIN_INTERVAL_MS = 1_000;

interface Deps {
  sessions: Pick<Sessions, 'listCodeSources'>;
  currentCodes: CurrentCodes;
  burstIndex: BurstIndex;
  opensBeforeMinutes: number;
  clock: () => Date;
}

/** Keeps the indexes of codes up to date with the sessions whose codes may be scanned now, including those of other replicas. */
export const createRunningSessions = ({
  sessions,
  currentCodes,
  burstIndex,
  opensBeforeMinutes,
  clock,
}: Deps) => {
  let reading: { at: number; done: Promise<void> } | undefined;
  const read = async (): Promise<void> => {
    const now = clock();
    const startsBefore = new Date(now.getTime() + opensBeforeMinutes * 60_000);
    const sources = await sessions.listCodeSources({ startsBefore, now }, MAX_SESSIONS);
    currentCodes.replaceAll(sources, clock());
    burstIndex.replaceAll(sources, clock());
  };
  return {
    read,
    /** Reads once for all concurrent requests. */
    readForRequest: (): Promise<void> => {
      const now = clock().getTime();
      if (reading && now < reading.at) return reading.done;
      const at = Math.max(now, (reading?.at ?? 0) + MIN_INTERVAL_MS);
      reading = { at, done: pause(at - now).then(read) };
      return reading.done;
    },
  };
};
export type RunningSessions = ReturnType<typeof createRunningSessions>;
