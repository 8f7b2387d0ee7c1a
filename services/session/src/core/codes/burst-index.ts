import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_AHEAD_MS, LIVE_WORDS_MS } from '@qr-attendance/contracts';
import type { CodeSource, StoredSession } from '../../db/stored-session.ts';
import {
  createBurstCode,
  createWords,
  MAX_CODE_AGE_MS,
  readWords,
  windowsBetween,
} from './rules/burst-code.ts';

type Source = CodeSource & { id: string; policy?: Pick<StoredSession['policy'], 'burstCodes'> };

/** Minimum interval between reads of other replicas' sessions, and so the maximum wait of a scan. */
const MIN_REFRESH_INTERVAL_MS = 1_000;

/** Finds the session of a burst code or of two words, computed in advance like ordinary codes. */
export const createBurstIndex = () => {
  let secrets = new Map<string, string>();
  /** Newest first. Each map contains the codes of one computation, so no code is computed twice. */
  let byCode: { codes: Map<string, string>; until: number }[] = [];
  let byWords = new Map<string, Set<string>>();
  let computedUntil = 0;
  let refresh: { at: number; answer: Promise<void> } | undefined;

  const addCodes = (id: string, secret: string, from: number, until: number) => {
    const newest = byCode[0]?.codes;
    for (const window of windowsBetween(from, until)) newest?.set(createBurstCode(secret, window), id);
  };
  const addWords = (id: string, secret: string, now: number) => {
    const until = now + LIVE_AHEAD_MS;
    for (const window of windowsBetween(now - LIVE_WORDS_MS, until, LIVE_WORDS_MS)) {
      const words = readWords(createWords(secret, window));
      byWords.set(words, (byWords.get(words) ?? new Set()).add(id));
    }
  };
  const compute = (now: number) => {
    const from = Math.max(computedUntil, now - MAX_CODE_AGE_MS);
    [byWords, computedUntil] = [new Map(), now + LIVE_AHEAD_MS];
    const remembered = byCode.filter(({ until }) => until > now - MAX_CODE_AGE_MS);
    byCode = [{ codes: new Map<string, string>(), until: computedUntil }, ...remembered];
    for (const [id, secret] of secrets) {
      addCodes(id, secret, from, computedUntil);
      addWords(id, secret, now);
    }
  };
  const add = (id: string, secret: string, now: number) => {
    upToDate(now, () => {
      addCodes(id, secret, now - MAX_CODE_AGE_MS, computedUntil);
      addWords(id, secret, now);
    });
  };
  const upToDate = <T>(now: number, index: () => T): T => {
    if (now >= computedUntil) compute(now);
    return index();
  };
  const secretOf = ({ policy, currentCode }: Source) =>
    policy?.burstCodes === true ? currentCode.secret : undefined;

  return {
    sessionOfCode: (code: string, now: Date): string | undefined =>
      upToDate(now.getTime(), () => byCode.find(({ codes }) => codes.has(code))?.codes.get(code)),
    sessionsOfWords: (words: string, now: Date): string[] =>
      upToDate(now.getTime(), () => [...(byWords.get(words) ?? [])]),
    track: (source: Source, now: Date): void => {
      const secret = secretOf(source);
      if (secret === undefined || secrets.get(source.id) === secret) return;
      secrets.set(source.id, secret);
      add(source.id, secret, now.getTime());
    },
    replaceAll: (all: Source[], now: Date): void => {
      const sources = all.map((source) => [source.id, secretOf(source)] as const);
      const next = new Map(sources.filter((one): one is readonly [string, string] => one[1] !== undefined));
      // Removed sessions remain until their codes expire; callers check the session's state.
      for (const [id, secret] of next) if (secrets.get(id) !== secret) add(id, secret, now.getTime());
      secrets = next;
    },
    refresh: (now: Date, read: () => Promise<void>): Promise<void> => {
      const since = now.getTime();
      if (refresh && since < refresh.at) return refresh.answer;
      const at = Math.max(since, (refresh?.at ?? 0) + MIN_REFRESH_INTERVAL_MS);
      refresh = { at, answer: pause(at - since).then(read) };
      return refresh.answer;
    },
  };
};
export type BurstIndex = ReturnType<typeof createBurstIndex>;
