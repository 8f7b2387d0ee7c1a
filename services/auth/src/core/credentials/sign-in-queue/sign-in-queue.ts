import type { KeyObject } from 'node:crypto';
import type { Metrics } from '@qr-attendance/observability';
import { clientLeft, createBreaker } from '@qr-attendance/server';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Visit } from '../../places/rules/place.ts';
import { hashPassword, isPassword } from '../rules/password.ts';
import { estimateHashTime } from './hash-time.ts';
import { trackDeferredClients } from './deferred-clients.ts';
import { createQueuePlaces } from './queue-place.ts';
import { createDeferral, type QueuedClient } from './defer-clients.ts';

/** The queue accepts as many requests as can be hashed in this time, by the current estimate. */
const HOLD_MS = 11_000;
/** Requests are rejected before the gateway's timeout of 15 s. */
const MAX_HOLD_MS = 12_000;
/** The queue accepts at least this many requests, however slow hashing is. */
const MIN_HELD = 32;
const HASH_TIMEOUT_MS = 10_000;
const BREAKER_RESET_SECONDS = 5;
const SPENT_PLACES = { max: 50_000, ttl: 16 * 60_000 };

type Visitor = Pick<Visit, 'queuePlace' | 'signal'>;
export interface Turn {
  isReturning: boolean;
  /** Defers the client because of wrong passwords from its network; the client keeps its place. */
  later: () => Promise<never>;
  hash: (password: string) => Promise<string>;
  matches: (
    stored: string | undefined,
    password: string,
    mayRun?: () => boolean,
  ) => Promise<boolean | undefined>;
}
interface Entry extends QueuedClient {
  isRunning: boolean;
  isReturning: boolean;
  leaving: AbortController;
}

const isBreakerError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EOPENBREAKER', 'ETIMEDOUT'].includes(String(error.code));

/**
 * All password hashes of this process go through one queue, in the order of their places. The queue is short:
 * when it is full, a client is deferred at once with a signed place, and returns in time for it. Work of a
 * disconnected client never runs.
 */
export const createSignInQueue = ({
  key,
  length,
  concurrency,
  metrics,
  maxHoldMs = MAX_HOLD_MS,
}: {
  key: KeyObject;
  length: number;
  concurrency: number;
  metrics: Metrics;
  maxHoldMs?: number;
}) => {
  const queue = new PQueue({ concurrency });
  const places = createQueuePlaces(key);
  const deferred = trackDeferredClients();
  const held = new Set<Entry>();
  const spent = new LRUCache<string, true>(SPENT_PLACES);
  const breaker = createBreaker('passwords', {
    name: 'passwords',
    metrics,
    timeoutMs: HASH_TIMEOUT_MS,
    resetMs: BREAKER_RESET_SECONDS * 1_000,
  });
  const count = metrics.counter({
    name: 'sign_in_queue_total',
    help: 'Requests that need a password hash, by outcome: hashed, deferred, or abandoned by the client.',
    labels: ['outcome'],
  });
  for (const outcome of ['hashed', 'queued', 'left'] as const) count({ outcome }, 0);
  metrics.gauge(
    {
      name: 'sign_in_queue_people',
      help: 'Clients in the sign-in queue, waiting or deferred.',
      labels: ['where'],
    },
    () => [
      { labels: { where: 'held' }, value: held.size },
      { labels: { where: 'away' }, value: deferred.count() },
    ],
  );
  const hashTime = estimateHashTime();
  const msFor = (hashes: number): number => (hashes * hashTime.current()) / concurrency;
  const maxHeld = (): number => Math.min(length, Math.max(MIN_HELD, Math.floor(HOLD_MS / msFor(1))));
  const isFull = (): boolean => held.size >= maxHeld();

  const { refuse, deferClient } = createDeferral({
    state: { held, maxHeld, msFor, pausedFor: () => (breaker.isOpen() ? BREAKER_RESET_SECONDS : undefined) },
    places,
    deferred,
    countQueued: () => count({ outcome: 'queued' }),
  });

  /** Admits a returning client instead of the last waiting one, which keeps its place. */
  const makeRoomFor = (entry: Entry): boolean => {
    const waiting = [...held].filter(({ isRunning }) => !isRunning);
    const last = waiting.reduce<Entry | undefined>(
      (latest, each) => (latest && latest.place.number > each.place.number ? latest : each),
      undefined,
    );
    if (!last || last.place.number < entry.place.number) return false;
    held.delete(last);
    last.leaving.abort(refuse(last));
    return true;
  };

  const enter = async (account: string, { queuePlace, signal }: Visitor): Promise<Entry> => {
    const earlierPlace = queuePlace === undefined ? undefined : places.read(queuePlace, account);
    const isNew = earlierPlace === undefined || spent.has(earlierPlace.id);
    const place = isNew ? places.next() : earlierPlace;
    const since = isNew ? undefined : deferred.comeBack(place);
    const entry: Entry = {
      place,
      account,
      since,
      isReturning: !isNew,
      isRunning: false,
      leaving: new AbortController(),
    };
    if (breaker.isOpen()) return deferClient(entry, signal);
    const isIn = isNew
      ? !isFull() && deferred.canSkipAhead()
      : ![...held].some((each) => each.place.id === place.id) && (!isFull() || makeRoomFor(entry));
    if (!isIn) return deferClient(entry, signal);
    held.add(entry);
    return entry;
  };

  const run = async <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
    const { place, leaving } = entry;
    return queue.add(
      async () => {
        entry.isRunning = true;
        const began = performance.now();
        const result = await breaker.run(work).catch((error: unknown) => {
          if (isBreakerError(error)) throw refuse(entry);
          throw error;
        });
        if (result === undefined) return result;
        spent.set(place.id, true);
        count({ outcome: 'hashed' });
        hashTime.record(performance.now() - began);
        return result;
      },
      // A running hash cannot be stopped and keeps its slot, so the signal only affects waiting work.
      { priority: -place.number, signal: leaving.signal },
    );
  };

  return {
    /** Runs work that needs password hashes; its other steps, such as queries, need no turn. */
    withTurn: async <T>(account: string, visitor: Visitor, work: (turn: Turn) => Promise<T>): Promise<T> => {
      if (visitor.signal.aborted) throw clientLeft();
      const entry = await enter(account, visitor);
      const leave = () => {
        if (entry.isRunning) return;
        count({ outcome: 'left' });
        entry.leaving.abort(clientLeft());
      };
      visitor.signal.addEventListener('abort', leave, { once: true });
      const heldTooLong = setTimeout(() => {
        if (!entry.isRunning) entry.leaving.abort(refuse(entry));
      }, maxHoldMs);
      try {
        return await work({
          isReturning: entry.isReturning,
          later: () => {
            held.delete(entry);
            entry.isSlowed = true;
            return deferClient(entry, visitor.signal);
          },
          hash: (password) => run(entry, () => hashPassword(password)),
          matches: (stored, password, mayRun = () => true) =>
            run(entry, async () => (mayRun() ? isPassword(stored, password) : undefined)),
        });
      } finally {
        visitor.signal.removeEventListener('abort', leave);
        clearTimeout(heldTooLong);
        held.delete(entry);
      }
    },
  };
};
export type SignInQueue = ReturnType<typeof createSignInQueue>;
