import type { RefreshInterval } from '@qr-attendance/contracts';
import type { CodeSource, CurrentCode } from '../../../db/stored-session.ts';
import { computeCode } from './compute-code.ts';

const secondsAfter = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

export const shownUntil = (issuedAt: Date, refreshInterval: RefreshInterval): Date =>
  secondsAfter(issuedAt, refreshInterval);

/** The server accepts a code for longer than it is shown, because a phone may be a moment behind the page. */
export const acceptedUntil = (issuedAt: Date, refreshInterval: RefreshInterval, graceSeconds: number): Date =>
  secondsAfter(issuedAt, refreshInterval + graceSeconds);

const computedCodes = new WeakMap<CurrentCode, Map<number, string>>();

const codeOf = ({ currentCode }: CodeSource, window: number): string => {
  const codes = computedCodes.get(currentCode) ?? new Map<number, string>();
  const code = codes.get(window) ?? computeCode(currentCode.secret, currentCode.refreshes, window);
  computedCodes.set(currentCode, codes.set(window, code));
  return code;
};

const windowAt = ({ currentCode, refreshInterval }: CodeSource, at: number): number =>
  Math.max(0, Math.floor((at - currentCode.issuedAt.getTime()) / (refreshInterval * 1000)));
const startOf = ({ currentCode, refreshInterval }: CodeSource, window: number): Date =>
  secondsAfter(currentCode.issuedAt, window * refreshInterval);

export const shownCode = (source: CodeSource, now: Date): { code: string; issuedAt: Date } => {
  const window = windowAt(source, now.getTime());
  return { code: codeOf(source, window), issuedAt: startOf(source, window) };
};

/**
 * The projector view survives a network failure of this length, but never receives more than four codes in
 * advance.
 */
const AHEAD_SECONDS = 60;
const MAX_AHEAD = 4;

/** The codes that follow the current one unless a page replaces it. */
export const codesAfter = (source: CodeSource, now: Date): string[] => {
  const window = windowAt(source, now.getTime());
  const length = Math.min(MAX_AHEAD, Math.ceil(AHEAD_SECONDS / source.refreshInterval));
  return Array.from({ length }, (_, index) => codeOf(source, window + 1 + index));
};

export interface AcceptedCode {
  code: string;
  from: Date;
  expiresAt: Date;
}

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
  // A replica whose clock is ahead has already issued these codes.
  const issued = new Date(Math.min(issuedAt.getTime(), now.getTime()));
  const computed = Array.from({ length: last - first + 1 }, (_, index) => {
    const from = startOf(source, first + index);
    return {
      code: codeOf(source, first + index),
      from: first + index === 0 ? issued : from,
      expiresAt: acceptedUntil(from, refreshInterval, graceSeconds),
    };
  });
  return [...replaced.map((one) => ({ ...one, from: issued })), ...computed].filter((one) =>
    isAccepted(one, now),
  );
};

/**
 * The previous codes after a replacement at `now`: each is accepted for its grace period, but not longer than
 * without the replacement.
 */
export const codesReplacedAt = (
  source: CodeSource,
  now: Date,
  graceSeconds: number,
): { code: string; expiresAt: Date }[] => {
  const diesAt = secondsAfter(now, graceSeconds);
  return acceptedCodesOf(source, now, graceSeconds).map(({ code, expiresAt }) => ({
    code,
    expiresAt: expiresAt < diesAt ? expiresAt : diesAt,
  }));
};

export const isAcceptedCode = (source: CodeSource, code: string, now: Date, graceSeconds: number): boolean =>
  acceptedCodesOf(source, now, graceSeconds).some((one) => one.code === code);

/** Pages that show the same session refresh within this time of each other. */
const FRESH_MS = 2_000;

/** A code from the future was issued by a replica whose clock is ahead, and is not fresh. */
export const isFresh = ({ issuedAt }: Pick<CurrentCode, 'issuedAt'>, now: Date): boolean =>
  Math.abs(now.getTime() - issuedAt.getTime()) < FRESH_MS;

/** A replica whose clock is ahead issued the code. */
export const isFromFuture = ({ issuedAt }: Pick<CurrentCode, 'issuedAt'>, now: Date): boolean =>
  issuedAt.getTime() - now.getTime() >= FRESH_MS;

export const isAccepted = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => expiresAt > now;
