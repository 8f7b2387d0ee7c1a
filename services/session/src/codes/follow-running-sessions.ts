import type { Context } from '../context.ts';

/** More sessions than a university holds at once. */
const MOST = 5_000;

/** Learns of the sessions whose codes may be scanned now, also of those that other replicas opened. */
export const followRunningSessions = async ({
  sessions,
  currentCodes,
  burstIndex,
  opensBeforeMinutes,
  clock,
}: Pick<
  Context,
  'sessions' | 'currentCodes' | 'burstIndex' | 'opensBeforeMinutes' | 'clock'
>): Promise<void> => {
  const now = clock();
  const startsBefore = new Date(now.getTime() + opensBeforeMinutes * 60_000);
  const sources = await sessions.listCodeSources({ startsBefore, now }, MOST);
  currentCodes.replaceAll(sources, clock());
  burstIndex.replaceAll(sources, clock());
};
