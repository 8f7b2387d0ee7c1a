import { createHmac, createSecretKey } from 'node:crypto';
import {
  CODE_ALPHABET,
  codeSchema,
  BURST_PREFETCH_MS,
  BURST_CODE_LENGTH,
  BURST_WINDOW_MS,
  BURST_WORDS_MS,
  type BurstCodes,
} from '@qr-attendance/contracts';
import { BURST_WORDS } from './word-list.ts';

/**
 * The key is the secret of the ordinary codes. The message contains the purpose, so it never equals the
 * message of an ordinary code, `<refreshes>.<window>`.
 */
const macOf = (secret: string, purpose: 'burst-code' | 'live-words', window: number): Buffer =>
  createHmac('sha256', createSecretKey(secret, 'base64url')).update(`${purpose}.${window}`).digest();

/** Windows follow the server's clock, so all replicas agree. */
export const windowAt = (at: number, windowMs = BURST_WINDOW_MS): number => Math.floor(at / windowMs);

/** The code has 50 bits. */
export const createBurstCode = (secret: string, window: number): string =>
  [...macOf(secret, 'burst-code', window).subarray(0, BURST_CODE_LENGTH)]
    .map((byte) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length))
    .join('');

export const createWords = (secret: string, window: number): string[] => {
  const mac = macOf(secret, 'live-words', window);
  return [0, 2].map((place) => BURST_WORDS[mac.readUInt16BE(place) % BURST_WORDS.length] ?? '');
};

/** Older codes count as unknown; more recent expired codes are rejected as late. */
export const MAX_CODE_AGE_MS = 30_000;

/** Words are typed into the field for codes, so they are normalized like codes. */
export const readWords = (words: string[]): string => codeSchema.parse(words.join(' '));

export const windowsBetween = (from: number, to: number, windowMs = BURST_WINDOW_MS): number[] => {
  const first = windowAt(from, windowMs);
  return Array.from({ length: windowAt(to, windowMs) - first + 1 }, (_, index) => first + index);
};

export const wordsAcceptedAt = (secret: string, now: number): string[] =>
  windowsBetween(now - BURST_WORDS_MS, now, BURST_WORDS_MS).map((window) =>
    readWords(createWords(secret, window)),
  );

export const showBurstCodes = (secret: string, now: number, withWords: boolean): BurstCodes => ({
  windowMs: BURST_WINDOW_MS,
  codes: windowsBetween(now, now + BURST_PREFETCH_MS).map((window) => ({
    code: createBurstCode(secret, window),
    inMs: window * BURST_WINDOW_MS - now,
  })),
  words: windowsBetween(now, now + BURST_PREFETCH_MS, BURST_WORDS_MS)
    .filter(() => withWords)
    .map((window) => ({ words: createWords(secret, window), inMs: window * BURST_WORDS_MS - now })),
});
