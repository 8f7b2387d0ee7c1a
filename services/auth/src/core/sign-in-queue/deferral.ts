import { setTimeout as sleep } from 'node:timers/promises';
import { clientLeftError, DomainError } from '@qr-attendance/server';

/**
 * Clients are deferred until three quarters of the held requests come before them: then there is room, and
 * the queue is far from empty even if hashing becomes faster. The estimate is shortened, because hashes take
 * longest while everybody arrives.
 */
const SHARE_BEFORE_ON_RETURN = 0.75;
const EARLY_FACTOR = 0.8;
const MAX_DEFERRED_SECONDS = 15;
/**
 * While many clients ignore the delay, a rejection itself is delayed, which slows down clients that retry
 * endlessly.
 */
const REFUSAL_DELAY_MS = 1_000;
/** Further rejections are sent at once, so delayed ones do not use up the request slots. */
const MAX_DELAYED = 128;

export const secondsUntilRoom = (position: number, maxHeld: number, msPerHash: number): number => {
  const early = Math.ceil((EARLY_FACTOR * (position - maxHeld * SHARE_BEFORE_ON_RETURN) * msPerHash) / 1_000);
  return Math.min(MAX_DEFERRED_SECONDS, Math.max(1, early));
};

interface Deferral {
  /** The signed queue place, which the client sends when it returns. */
  queuePlace: string;
  position: number;
  waitSeconds: number;
  /** Wrong passwords came from the client's network, so its unknown browsers take turns. */
  isSlowed: boolean;
}

export const signInDeferredError = ({ isSlowed, ...details }: Deferral): DomainError => {
  const { position, waitSeconds } = details;
  return new DomainError(
    'unavailable',
    isSlowed ? 'sign_in_slowed' : 'sign_in_queued',
    isSlowed
      ? `Many wrong passwords come from your network, so new browsers sign in one after another. Please try again in ${waitSeconds} s, or get a sign-in link by email.`
      : `Many people are signing in right now. You are number ${position} in the queue. Please try again in ${waitSeconds} s.`,
    { ...details, retryAfterSeconds: waitSeconds },
  );
};

/** @returns a function that waits before a rejection is sent, unless many wait */
export const createRefusalDelay = () => {
  let delayed = 0;
  return async (signal: AbortSignal): Promise<void> => {
    if (delayed >= MAX_DELAYED) return;
    delayed += 1;
    await sleep(REFUSAL_DELAY_MS, undefined, { signal, ref: false })
      .catch(() => Promise.reject(clientLeftError()))
      .finally(() => (delayed -= 1));
  };
};
