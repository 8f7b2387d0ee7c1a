import type { CodeSource } from '../sessions/rules/session.ts';
import { isAccepted, acceptedCodesOf, type AcceptedCode } from './rules/code.ts';

type Source = CodeSource & { id: string };

/** A session that was just created, and does not open yet, is in no list; its code is known for so long all the same. */
const LEARNED_MS = 300_000;

/** Codes are computed so long ahead, and so often; pages are never told one before its time. */
const AHEAD_SECONDS = 10;

/** The codes of all running sessions, computed from their secrets: a scan asks no database for its code. */
export const createCurrentCodes = (graceSeconds: number) => {
  let sources = new Map<string, Source>();
  /** Those that this process saw by itself, with when it did. */
  let learned = new Map<string, { source: Source; at: number }>();
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
    /** The sessions that show this code, as of the last refresh; several if their codes happen to be equal. */
    find: (code: string, now: Date): string[] => {
      if (now.getTime() >= computedUntil) compute(now);
      return (byCode.get(code) ?? [])
        .filter((live) => live.from <= now && isAccepted(live, now))
        .map(({ sessionId }) => sessionId);
    },
    learn: (source: Source, now: Date): void => {
      learned.set(source.id, { source, at: now.getTime() });
      sources.set(source.id, source);
      add(source, now);
    },
    replaceAll: (all: Source[], now: Date): void => {
      learned = new Map([...learned].filter(([, { at }]) => at > now.getTime() - LEARNED_MS));
      const kept = [...learned.values()].map(({ source }) => source);
      sources = new Map([...kept, ...all].map((source) => [source.id, source]));
      compute(now);
    },
  };
};
