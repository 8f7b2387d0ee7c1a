import { LIVE_WORDS_MS, type BurstCodes } from '@qr-attendance/contracts';

/** What a wall shows when, by this page's own clock, in ms. */
export interface BurstSchedule {
  windowMs: number;
  codes: { code: string; at: number }[];
  words: { words: string[]; at: number }[];
}

/** What is to be seen on a wall at a moment. */
export interface OnWall {
  code: string;
  /** Empty where the session accepts none. */
  words: string[];
}

/** The server wrote its answer halfway between the question and its arrival, as far as this page can know. */
export const scheduleOf = (answer: BurstCodes, askedAt: number, receivedAt: number): BurstSchedule => {
  const serverNow = (askedAt + receivedAt) / 2;
  return {
    windowMs: answer.windowMs,
    codes: answer.codes.map(({ code, inMs }) => ({ code, at: serverNow + inMs })),
    words: answer.words.map(({ words, inMs }) => ({ words, at: serverNow + inMs })),
  };
};

/** What the wall shows now; undefined once all codes that are known have had their time. */
export const onWallAt = ({ windowMs, codes, words }: BurstSchedule, now: number): OnWall | undefined => {
  const code = codes.findLast(({ at }) => at <= now && now < at + windowMs);
  if (words.length === 0) return code && { code: code.code, words: [] };
  const shown = words.findLast(({ at }) => at <= now && now < at + LIVE_WORDS_MS);
  return code && shown && { code: code.code, words: shown.words };
};

/** When the wall changes next. */
export const nextChangeAfter = ({ windowMs, codes }: BurstSchedule, now: number): number =>
  codes.find(({ at }) => at > now)?.at ?? now + windowMs;
