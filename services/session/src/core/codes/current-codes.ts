import type { CodeSource } from '../../db/stored-session.ts';
import { isAccepted, acceptedCodesOf, type AcceptedCode } from './rules/code-lifetime.ts';

type Source = CodeSource & { id: string };

/**
 * Lists do not contain a new session that does not open yet, so its code is kept separately for this long.
 */
const TRACKED_MS = 300_000;

/** Codes are computed this long in advance. None is accepted before its time. */
const AHEAD_SECONDS = 10;

/** The codes of all running sessions, computed from their secrets, so that a scan needs no query. */
export const createCurrentCodes = (graceSeconds: number) => {
  let sources = new Map<string, Source>();
  let tracked = new Map<string, { source: Source; at: number }>();
  let byCode = new Map<string, (AcceptedCode & { sessionId: string })[]>();
  let computedUntil = 0;

  const add = (source: Source, now: Date) => {
    for (const live of acceptedCodesOf(source, now, graceSeconds, AHEAD_SECONDS)) {
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
    find: (code: string, now: Date): string[] => {
      if (now.getTime() >= computedUntil) compute(now);
      return (byCode.get(code) ?? [])
        .filter((live) => live.from <= now && isAccepted(live, now))
        .map(({ sessionId }) => sessionId);
    },
    countSessions: (): number => sources.size,
    track: (source: Source, now: Date): void => {
      tracked.set(source.id, { source, at: now.getTime() });
      sources.set(source.id, source);
      add(source, now);
    },
    replaceAll: (all: Source[], now: Date): void => {
      tracked = new Map([...tracked].filter(([, { at }]) => at > now.getTime() - TRACKED_MS));
      const kept = [...tracked.values()].map(({ source }) => source);
      sources = new Map([...kept, ...all].map((source) => [source.id, source]));
      compute(now);
    },
  };
};
export type CurrentCodes = ReturnType<typeof createCurrentCodes>;
