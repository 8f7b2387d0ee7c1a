import { BURST_WORDS_MS, type BurstCodes } from '@qr-attendance/contracts';

export interface BurstSchedule {
  windowMs: number;
  codes: { code: string; at: number }[];
  words: { words: string[]; at: number }[];
}

export interface ShownBurstCode {
  code: string;
  words: string[];
}

/** Assumes that the server answered halfway between request and response. */
export const scheduleOf = (answer: BurstCodes, requestedAt: number, receivedAt: number): BurstSchedule => {
  const serverNow = (requestedAt + receivedAt) / 2;
  return {
    windowMs: answer.windowMs,
    codes: answer.codes.map(({ code, inMs }) => ({ code, at: serverNow + inMs })),
    words: answer.words.map(({ words, inMs }) => ({ words, at: serverNow + inMs })),
  };
};

/** Undefined after all known codes have expired. */
export const burstCodeAt = (
  { windowMs, codes, words }: BurstSchedule,
  now: number,
): ShownBurstCode | undefined => {
  const code = codes.findLast(({ at }) => at <= now && now < at + windowMs);
  if (words.length === 0) return code && { code: code.code, words: [] };
  const shown = words.findLast(({ at }) => at <= now && now < at + BURST_WORDS_MS);
  return code && shown && { code: code.code, words: shown.words };
};

export const nextChangeAfter = ({ windowMs, codes }: BurstSchedule, now: number): number =>
  codes.find(({ at }) => at > now)?.at ?? now + windowMs;
