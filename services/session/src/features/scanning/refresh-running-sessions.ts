import type { Context } from '../../context.ts';

const MAX_SESSIONS = 5_000;

/** Reads the sessions whose codes may be scanned now, including those of other replicas. */
export const refreshRunningSessions = async ({
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
  const sources = await sessions.listCodeSources({ startsBefore, now }, MAX_SESSIONS);
  currentCodes.replaceAll(sources, clock());
  burstIndex.replaceAll(sources, clock());
};
