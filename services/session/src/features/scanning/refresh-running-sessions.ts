import type { Sessions } from '../../core/sessions/sessions.ts';
import type { CurrentCodes } from '../../core/codes/current-codes.ts';
import type { BurstIndex } from '../../core/codes/burst-index.ts';

export interface CodeStores {
  sessions: Sessions;
  currentCodes: CurrentCodes;
  burstIndex: BurstIndex;
  opensBeforeMinutes: number;
  clock: () => Date;
}

const MAX_SESSIONS = 5_000;

export const refreshRunningSessions = async ({
  sessions,
  currentCodes,
  burstIndex,
  opensBeforeMinutes,
  clock,
}: CodeStores): Promise<void> => {
  const now = clock();
  const startsBefore = new Date(now.getTime() + opensBeforeMinutes * 60_000);
  const sources = await sessions.listCodeSources({ startsBefore, now }, MAX_SESSIONS);
  currentCodes.replaceAll(sources, clock());
  burstIndex.replaceAll(sources, clock());
};
