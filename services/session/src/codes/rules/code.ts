import { createHmac, createSecretKey } from 'node:crypto';
import { CODE_ALPHABET, CODE_LENGTH } from '@qr-attendance/contracts';
import type { CodeSource, CurrentCode, RefreshInterval } from '../../sessions/rules/session.ts';

const secondsAfter = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** Until when the page shows a code. */
export const shownUntil = (issuedAt: Date, refreshInterval: RefreshInterval): Date =>
  secondsAfter(issuedAt, refreshInterval);

/** Until when the server accepts a code: a phone may be a moment behind the page. */
export const acceptedUntil = (issuedAt: Date, refreshInterval: RefreshInterval, graceSeconds: number): Date =>
  secondsAfter(issuedAt, refreshInterval + graceSeconds);

/** Until when a code that was replaced now is accepted at most; it may die by itself before. */
export const replacedAcceptedUntil = (now: Date, graceSeconds: number): Date =>
  secondsAfter(now, graceSeconds);

const BITS_PER_CHARACTER = 5;
const CODE_BYTES = (CODE_LENGTH * BITS_PER_CHARACTER) / 8;

/**
 * The code of a window of time: HMAC-SHA-256 of its number and of how often the teacher asked for another code, cut to
 * 40 bits, as one-time passwords are made (RFC 6238). Whoever has the secret knows every code; no code tells another.
 * @param secret base64url
 */
export const makeCode = (secret: string, refreshes: number, window: number): string => {
  const bits = createHmac('sha256', createSecretKey(secret, 'base64url'))
    .update(`${refreshes}.${window}`)
    .digest()
    .readUIntBE(0, CODE_BYTES);
  return Array.from({ length: CODE_LENGTH }, (_, place) => {
    const digit = Math.floor(bits / 2 ** (BITS_PER_CHARACTER * (CODE_LENGTH - 1 - place))) % 32;
    return CODE_ALPHABET.charAt(digit);
  }).join('');
};

const made = new WeakMap<CurrentCode, Map<number, string>>();

/** The code of a window, made once for all who scan while a session is remembered, which is for moments. */
const codeOf = ({ currentCode }: CodeSource, window: number): string => {
  const codes = made.get(currentCode) ?? new Map<number, string>();
  const code = codes.get(window) ?? makeCode(currentCode.secret, currentCode.refreshes, window);
  made.set(currentCode, codes.set(window, code));
  return code;
};

/** Number of the window of time that a moment is in, and when a window begins. */
const windowAt = ({ currentCode, refreshInterval }: CodeSource, at: number): number =>
  Math.max(0, Math.floor((at - currentCode.issuedAt.getTime()) / (refreshInterval * 1000)));
const startOf = ({ currentCode, refreshInterval }: CodeSource, window: number): Date =>
  secondsAfter(currentCode.issuedAt, window * refreshInterval);

/** The code that a page shows now. */
export const shownCode = (source: CodeSource, now: Date): { code: string; issuedAt: Date } => {
  const window = windowAt(source, now.getTime());
  return { code: codeOf(source, window), issuedAt: startOf(source, window) };
};

/** A code with the time in which it is accepted. */
export interface AcceptedCode {
  code: string;
  from: Date;
  expiresAt: Date;
}

/** All codes of a session that are accepted now, or begin within `aheadSeconds`. */
export const acceptedCodesOf = (
  source: CodeSource,
  now: Date,
  graceSeconds: number,
  aheadSeconds = 0,
): AcceptedCode[] => {
  const { refreshInterval, currentCode } = source;
  const { replaced = [], issuedAt } = currentCode;
  const first = windowAt(source, now.getTime() - graceSeconds * 1000);
  const last = windowAt(source, now.getTime() + aheadSeconds * 1000);
  const computed = Array.from({ length: last - first + 1 }, (_, index) => {
    const from = startOf(source, first + index);
    return {
      code: codeOf(source, first + index),
      from,
      expiresAt: acceptedUntil(from, refreshInterval, graceSeconds),
    };
  });
  return [...replaced.map((one) => ({ ...one, from: issuedAt })), ...computed].filter((one) =>
    isAccepted(one, now),
  );
};

/** Whether a code is this session's, and accepted now. */
export const isAcceptedCode = (source: CodeSource, code: string, now: Date, graceSeconds: number): boolean =>
  acceptedCodesOf(source, now, graceSeconds).some((one) => one.code === code);

/** Pages that show one session wake within this time of each other. */
const FRESH_MS = 2_000;

/** Whether a code was made only a moment ago. */
export const isFresh = ({ issuedAt }: Pick<CurrentCode, 'issuedAt'>, now: Date): boolean =>
  now.getTime() - issuedAt.getTime() < FRESH_MS;

/** Whether the server accepts a code now. */
export const isAccepted = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => expiresAt > now;
