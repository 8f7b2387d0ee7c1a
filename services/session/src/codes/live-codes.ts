import type { Context } from '../context.ts';
import type { CodeSource } from '../sessions/rules/session.ts';
import { liveCodesOf, type LiveCode } from './rules/code.ts';

type Source = CodeSource & { id: string };

/** Codes are computed so long ahead, and so often; pages are never told one before its time. */
const AHEAD_SECONDS = 10;

/** The codes of all running sessions, computed from their secrets: a scan asks no database for its code. */
export const makeLiveCodes = (graceSeconds: number) => {
  let sources = new Map<string, Source>();
  let byCode = new Map<string, (LiveCode & { sessionId: string })[]>();
  let computedUntil = 0;

  const add = (source: Source, now: Date) => {
    for (const live of liveCodesOf(source, now, graceSeconds, AHEAD_SECONDS)) {
      const others = (byCode.get(live.code) ?? []).filter(({ sessionId }) => sessionId !== source.id);
      byCode.set(live.code, [...others, { ...live, sessionId: source.id }]);
    }
  };
  const compute = (now: Date) => {
    byCode = new Map();
    computedUntil = now.getTime() + AHEAD_SECONDS * 1000;
    for (const source of sources.values()) add(source, now);
  };

  return {
    /**
     * Whose code it is by what this process last saw of the sessions. Undefined where none has it now, and where two have:
     * which of them shows it the database knows.
     */
    find: (code: string, now: Date): string | undefined => {
      if (now.getTime() >= computedUntil) compute(now);
      const live = (byCode.get(code) ?? []).filter(({ from, expiresAt }) => from <= now && now < expiresAt);
      return live.length === 1 ? live[0]?.sessionId : undefined;
    },
    learn: (source: Source, now: Date): void => {
      sources.set(source.id, source);
      add(source, now);
    },
    replaceAll: (all: Source[], now: Date): void => {
      sources = new Map(all.map((source) => [source.id, source]));
      compute(now);
    },
  };
};

/** A class that has been running for longer is found by what it shows. */
const LONGEST_CLASS_MS = 24 * 60 * 60_000;
/** More sessions than a university holds at once. */
const MOST = 5_000;

/** Learns of the sessions whose codes may be scanned now, also of those that other replicas opened. */
export const followRunningSessions = async ({
  sessions,
  liveCodes,
  liveIndex,
  opensBeforeMinutes,
  clock,
}: Pick<Context, 'sessions' | 'liveCodes' | 'liveIndex' | 'opensBeforeMinutes' | 'clock'>): Promise<void> => {
  const now = clock();
  const since = new Date(now.getTime() - LONGEST_CLASS_MS);
  const startsBefore = new Date(now.getTime() + opensBeforeMinutes * 60_000);
  const sources = await sessions.listCodeSources({ since, startsBefore, now }, MOST);
  liveCodes.replaceAll(sources, clock());
  liveIndex.replaceAll(sources, clock());
};
