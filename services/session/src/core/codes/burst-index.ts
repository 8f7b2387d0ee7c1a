import { BURST_PREFETCH_MS, BURST_WORDS_MS } from '@qr-attendance/contracts';
import type { CodeSource, StoredSession } from '../../db/stored-session.ts';
import {
  createBurstCode,
  createWords,
  MAX_CODE_AGE_MS,
  readWords,
  windowsBetween,
} from './rules/burst-code.ts';

type Source = CodeSource & { id: string; policy?: Pick<StoredSession['policy'], 'burstCodes'> };

/** Finds the session of a burst code or of two words, computed in advance as for ordinary codes. */
export const createBurstIndex = () => {
  let secrets = new Map<string, string>();
  /** Newest first. Each map contains the codes of one computation, so no code is computed twice. */
  let byCode: { codes: Map<string, string>; until: number }[] = [];
  let byWords = new Map<string, Set<string>>();
  let computedUntil = 0;

  const addCodes = (id: string, secret: string, from: number, until: number) => {
    const newest = byCode[0]?.codes;
    for (const window of windowsBetween(from, until)) newest?.set(createBurstCode(secret, window), id);
  };
  const addWords = (id: string, secret: string, now: number) => {
    const until = now + BURST_PREFETCH_MS;
    for (const window of windowsBetween(now - BURST_WORDS_MS, until, BURST_WORDS_MS)) {
      const words = readWords(createWords(secret, window));
      byWords.set(words, (byWords.get(words) ?? new Set()).add(id));
    }
  };
  const compute = (now: number) => {
    const from = Math.max(computedUntil, now - MAX_CODE_AGE_MS);
    [byWords, computedUntil] = [new Map(), now + BURST_PREFETCH_MS];
    const remembered = byCode.filter(({ until }) => until > now - MAX_CODE_AGE_MS);
    byCode = [{ codes: new Map<string, string>(), until: computedUntil }, ...remembered];
    for (const [id, secret] of secrets) {
      addCodes(id, secret, from, computedUntil);
      addWords(id, secret, now);
    }
  };
  const computeIfDue = (now: number) => {
    if (now >= computedUntil) compute(now);
  };
  const add = (id: string, secret: string, now: number) => {
    computeIfDue(now);
    addCodes(id, secret, now - MAX_CODE_AGE_MS, computedUntil);
    addWords(id, secret, now);
  };
  const secretOf = ({ policy, currentCode }: Source) =>
    policy?.burstCodes === true ? currentCode.secret : undefined;

  return {
    sessionOfCode: (code: string, now: Date): string | undefined => {
      computeIfDue(now.getTime());
      return byCode.find(({ codes }) => codes.has(code))?.codes.get(code);
    },
    sessionsOfWords: (words: string, now: Date): string[] => {
      computeIfDue(now.getTime());
      return [...(byWords.get(words) ?? [])];
    },
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
  };
};
export type BurstIndex = ReturnType<typeof createBurstIndex>;
