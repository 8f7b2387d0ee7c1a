import type { KeyObject } from 'node:crypto';
import { type Metrics, watchBreaker } from '@qr-attendance/observability';
import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import PQueue from 'p-queue';
import type { Visit } from '../guess-limits/rules/place.ts';
import { hashPassword, isPassword } from '../passwords/rules/password.ts';
import { estimateHashTime } from './hash-time.ts';
import { trackDeferredClients } from './deferred-clients.ts';
import { createQueuePlaces } from './queue-place.ts';
import { clientLeft, createSendAway, type Queued } from './defer-clients.ts';

/** As many are held as are hashed in this time, as far as is known when they come. */
const HOLD_MS = 11_000;
/** Requests are rejected before the gateway's timeout of 15 s. */
const MAX_HOLD_MS = 12_000;
/** As many are held however slow hashing is. */
const SHORTEST = 32;
/** Hundreds of times what one takes. */
const HASH_TIMEOUT_MS = 10_000;
const BREAKER_RESET_S = 5;
const SPENT = { max: 50_000, ttl: 16 * 60_000 };

type Visitor = Pick<Visit, 'queuePlace' | 'signal'>;
/** A turn in the queue; hashing waits for it. */
export interface Turn {
  /** Whether it was waited for: the visitor came back with a place. */
  isReturning: boolean;
  /** Ends it: the visitor keeps the place and comes back. */
  later: () => Promise<never>;
  hash: (password: string) => Promise<string>;
  /** @param mayRun asked once its turn has come; where it says no, nothing is hashed, and undefined is answered */
  matches: (
    stored: string | undefined,
    password: string,
    mayRun?: () => boolean,
  ) => Promise<boolean | undefined>;
}
interface Entry extends Queued {
  isRunning: boolean;
  isReturning: boolean;
  /** Takes it out of the queue while it waits. */
  leaving: AbortController;
}

/** Refused, or given up as too slow, by the breaker itself. */
const isBreakers = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EOPENBREAKER', 'ETIMEDOUT'].includes(String(error.code));

/**
 * All password hashes of this process go through one queue, in the order of their places. It is short: who finds it
 * full is sent away at once with a signed place, and comes back in time for it. What a client that left had waiting
 * never runs.
 */
export const createSignInQueue = ({
  key,
  length,
  concurrency,
  metrics,
  longestHoldMs = MAX_HOLD_MS,
}: {
  key: KeyObject;
  /** How many are held at most. */
  length: number;
  /** Hashes that run at once. */
  concurrency: number;
  metrics: Metrics;
  longestHoldMs?: number;
}) => {
  const queue = new PQueue({ concurrency });
  const places = createQueuePlaces(key);
  const away = trackDeferredClients();
  const held = new Set<Entry>();
  /** Places that have served; each serves once. */
  const spent = new LRUCache<string, true>(SPENT);
  const breaker = new CircuitBreaker((work: () => Promise<unknown>) => work(), {
    name: 'passwords',
    timeout: HASH_TIMEOUT_MS,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: BREAKER_RESET_S * 1_000,
  });
  watchBreaker(metrics, 'passwords', breaker);
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
      { labels: { where: 'away' }, value: away.count() },
    ],
  );
  const hashTime = estimateHashTime();
  const msFor = (hashes: number): number => (hashes * hashTime.current()) / concurrency;
  const most = (): number => Math.min(length, Math.max(SHORTEST, Math.floor(HOLD_MS / msFor(1))));
  const isFull = (): boolean => held.size >= most();

  const { refuse, deferClient } = createSendAway({
    state: { held, most, msFor, pausedFor: () => (breaker.opened ? BREAKER_RESET_S : undefined) },
    places,
    away,
    countQueued: () => count({ outcome: 'queued' }),
  });

  /** Lets somebody who came earlier in for the last one that still waits, who keeps the place. */
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
    const known = queuePlace === undefined ? undefined : places.read(queuePlace, account);
    const isNew = known === undefined || spent.has(known.id);
    const place = isNew ? places.next() : known;
    const since = isNew ? undefined : away.comeBack(place);
    const entry: Entry = {
      ...{ place, account, since, isReturning: !isNew },
      ...{ isRunning: false, leaving: new AbortController() },
    };
    if (breaker.opened) return deferClient(entry, signal);
    const isIn = isNew
      ? !isFull() && away.canSkipAhead()
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
        const result = await breaker.fire(work).catch((error: unknown) => {
          if (isBreakers(error)) throw refuse(entry);
          throw error;
        });
        if (result === undefined) return result as T;
        spent.set(place.id, true);
        count({ outcome: 'hashed' });
        hashTime.record(performance.now() - began);
        return result as T;
      },
      // The signal reaches one that waits alone: one that runs can't be stopped, and keeps its place until it is done.
      { priority: -place.number, signal: leaving.signal },
    );
  };

  return {
    /**
     * Has work done that needs a password hashed. Its other steps, such as looks into the database, need no turn.
     * @param account whom the place is for
     * @throws DomainError (`sign_in_queued`) when it has to wait elsewhere
     */
    inTurn: async <T>(account: string, visitor: Visitor, work: (turn: Turn) => Promise<T>): Promise<T> => {
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
      }, longestHoldMs);
      try {
        return await work({
          isReturning: entry.isReturning,
          later: () => {
            held.delete(entry);
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
