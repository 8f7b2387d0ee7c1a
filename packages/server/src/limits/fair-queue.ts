import { DomainError, tooMany } from '../errors.ts';
import type { LimitKey } from './spender.ts';

export interface QueueBounds {
  atOnce: number;
  maxPerPerson: number;
  maxWaiting: number;
  maxWaitMs: number;
}
interface Entry {
  spender: LimitKey;
  start: () => void;
}

const RETRY_SECONDS = 1;
const tooManyOfPersonError = () =>
  tooMany(
    'too_many_at_once',
    'Your last requests have not finished yet. Try again in a moment.',
    RETRY_SECONDS,
  );
const busyError = () =>
  new DomainError(
    'unavailable',
    'busy',
    'Too many people are doing this right now. Please try again in a moment.',
  );
export const clientLeftError = () =>
  new DomainError('unavailable', 'client_left', 'The request was canceled.');

/**
 * Runs one piece of work per person at a time, and serves people in turn, so that one person's slow work
 * delays others by at most one piece. Rejects early, and drops waiting work of clients that disconnected.
 */
export const createFairQueue = ({ atOnce, maxPerPerson, maxWaiting, maxWaitMs }: QueueBounds) => {
  /** The people are in the order of their next turn. */
  const waiting = new Map<LimitKey, Entry[]>();
  const running = new Set<LimitKey>();
  let waitingCount = 0;

  const countOf = (spender: LimitKey): number =>
    (waiting.get(spender)?.length ?? 0) + (running.has(spender) ? 1 : 0);
  const remove = (entry: Entry): void => {
    const own = waiting.get(entry.spender)?.filter((other) => other !== entry) ?? [];
    if (own.length > 0) waiting.set(entry.spender, own);
    else waiting.delete(entry.spender);
    waitingCount -= 1;
  };
  const startNext = (): void => {
    for (const [spender, [first]] of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(spender) || !first) continue;
      remove(first);
      running.add(spender);
      first.start();
    }
  };
  const leaveTurn = (spender: LimitKey): void => {
    running.delete(spender);
    const own = waiting.get(spender);
    // The person's next task is queued behind the tasks of other people.
    if (own) {
      waiting.delete(spender);
      waiting.set(spender, own);
    }
    startNext();
  };
  const turn = (spender: LimitKey, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (error?: DomainError): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        if (error) reject(error);
        else resolve();
      };
      const giveUp = (error: DomainError): void => {
        remove(entry);
        settle(error);
      };
      const leave = () => giveUp(clientLeftError());
      const timer = setTimeout(() => giveUp(busyError()), maxWaitMs);
      const entry: Entry = { spender, start: () => settle() };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.set(spender, [...(waiting.get(spender) ?? []), entry]);
      waitingCount += 1;
      startNext();
    });

  return {
    /** @throws DomainError (too_many, unavailable) before the work begins */
    run: async <Result>(
      spender: LimitKey,
      work: () => Promise<Result> | Result,
      signal?: AbortSignal,
    ): Promise<Result> => {
      if (signal?.aborted) throw clientLeftError();
      if (countOf(spender) >= maxPerPerson) throw tooManyOfPersonError();
      if (waitingCount >= maxWaiting) throw busyError();
      await turn(spender, signal);
      try {
        return await work();
      } finally {
        leaveTurn(spender);
      }
    },
    waiting: (): number => waitingCount,
  };
};
export type FairQueue = ReturnType<typeof createFairQueue>;
