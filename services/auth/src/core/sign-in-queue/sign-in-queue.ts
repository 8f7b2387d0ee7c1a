import type { KeyObject } from 'node:crypto';
import type { Metrics } from '@qr-attendance/observability';
import { clientLeftError, createBreaker, type DomainError } from '@qr-attendance/server';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Visit } from '../sign-in-limits/rules/place.ts';
import { hashPassword, isPassword } from '../passwords/hash-password.ts';
import { estimateHashTime } from './hash-time.ts';
import { trackDeferredClients } from './deferred-clients.ts';
import { createQueuePlaces, type QueuePlace } from './queue-place.ts';
import { createRefusalDelay, secondsUntilRoom, signInDeferredError } from './deferral.ts';

/** The queue holds as many requests as can be hashed in this time, by the current estimate. */
const HOLD_MS = 11_000;
/** Requests are rejected before the gateway's timeout of 15 s. */
const MAX_HOLD_MS = 12_000;
/** The queue holds this many requests however slow hashing is. */
const MIN_HELD = 32;
const HASH_TIMEOUT_MS = 10_000;
const BREAKER_RESET_SECONDS = 5;
const SPENT_PLACES = { max: 50_000, ttl: 16 * 60_000 };

type Visitor = Pick<Visit, 'queuePlace' | 'signal'>;
/** A place in the queue, held until the turn is disposed of. */
export interface Turn extends Disposable {
  isReturning: boolean;
  /** Waits for a free slot, which the next hash uses. */
  start: () => Promise<void>;
  hash: (password: string) => Promise<string>;
  matches: (stored: string | undefined, password: string) => Promise<boolean>;
  /** Gives the slot to the next client. */
  pass: () => void;
  /** Defers the client, who keeps the place, because of wrong passwords from its network. */
  later: () => Promise<never>;
}
interface Entry {
  place: QueuePlace;
  account: string;
  since: number | undefined;
  isSlowed: boolean;
  isRunning: boolean;
  isReturning: boolean;
  leaving: AbortController;
  leaveSlot: (() => void) | undefined;
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
  const delayRefusal = createRefusalDelay();
  const heldEntries = new Set<Entry>();
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
      { labels: { where: 'held' }, value: heldEntries.size },
      { labels: { where: 'away' }, value: deferred.count() },
    ],
  );
  const hashTime = estimateHashTime();
  const msPerHash = (): number => hashTime.current() / concurrency;
  const maxHeld = (): number => Math.min(length, Math.max(MIN_HELD, Math.floor(HOLD_MS / msPerHash())));
  const isFull = (): boolean => heldEntries.size >= maxHeld();

  /** Gives the client a time at which to return to its place. */
  const defer = ({ place, account, since, isSlowed }: Entry): DomainError => {
    const before = [...heldEntries].filter((each) => each.place.number < place.number).length;
    const position = before + deferred.countBefore(place.number) + 1;
    const waitSeconds = breaker.isOpen()
      ? BREAKER_RESET_SECONDS
      : secondsUntilRoom(position, maxHeld(), msPerHash());
    deferred.leave(place, waitSeconds, since);
    count({ outcome: 'queued' });
    return signInDeferredError({ queuePlace: places.write(place, account), position, waitSeconds, isSlowed });
  };
  const refuse = async (entry: Entry, signal: AbortSignal): Promise<never> => {
    const refusal = defer(entry);
    if (deferred.areManyMissing()) await delayRefusal(signal);
    throw refusal;
  };

  /** Admits a returning client by deferring the last waiting client, whose place stays valid. */
  const makeRoomFor = (entry: Entry): boolean => {
    const waiting = [...heldEntries].filter(({ isRunning }) => !isRunning);
    const last = waiting.reduce<Entry | undefined>(
      (latest, each) => (latest && latest.place.number > each.place.number ? latest : each),
      undefined,
    );
    if (!last || last.place.number < entry.place.number) return false;
    heldEntries.delete(last);
    last.leaving.abort(defer(last));
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
      isSlowed: false,
      isReturning: !isNew,
      isRunning: false,
      leaving: new AbortController(),
      leaveSlot: undefined,
    };
    if (breaker.isOpen()) return refuse(entry, signal);
    const isIn = isNew
      ? !isFull() && deferred.canSkipAhead()
      : ![...heldEntries].some((each) => each.place.id === place.id) && (!isFull() || makeRoomFor(entry));
    if (!isIn) return refuse(entry, signal);
    heldEntries.add(entry);
    return entry;
  };

  const leaveSlot = (entry: Entry): void => {
    entry.leaveSlot?.();
    entry.leaveSlot = undefined;
  };
  const waitForSlot = (entry: Entry): Promise<void> => {
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>();
    const work = async () => {
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      entry.isRunning = true;
      entry.leaveSlot = finish;
      start();
      await finished;
    };
    // A running hash cannot be stopped and keeps its slot, so the signal reaches waiting work only.
    queue.add(work, { priority: -entry.place.number, signal: entry.leaving.signal }).catch(reject);
    return started;
  };
  const run = async <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
    if (!entry.leaveSlot) await waitForSlot(entry);
    const began = performance.now();
    try {
      const result = await breaker.run(work);
      spent.set(entry.place.id, true);
      count({ outcome: 'hashed' });
      hashTime.record(performance.now() - began);
      return result;
    } catch (error) {
      throw isBreakerError(error) ? defer(entry) : error;
    } finally {
      leaveSlot(entry);
    }
  };

  /** Reserves a turn for work that needs password hashes; its other steps, such as queries, need no slot. */
  const reserve = async (account: string, visitor: Visitor): Promise<Turn> => {
    if (visitor.signal.aborted) throw clientLeftError();
    const entry = await enter(account, visitor);
    const leave = () => {
      if (entry.isRunning) return;
      count({ outcome: 'left' });
      entry.leaving.abort(clientLeftError());
    };
    visitor.signal.addEventListener('abort', leave, { once: true });
    const heldTooLong = setTimeout(() => {
      if (!entry.isRunning) entry.leaving.abort(defer(entry));
    }, maxHoldMs);
    return {
      isReturning: entry.isReturning,
      start: () => waitForSlot(entry),
      hash: (password) => run(entry, () => hashPassword(password)),
      matches: (stored, password) => run(entry, () => isPassword(stored, password)),
      pass: () => leaveSlot(entry),
      later: () => {
        heldEntries.delete(entry);
        entry.isSlowed = true;
        return refuse(entry, visitor.signal);
      },
      [Symbol.dispose]: () => {
        leaveSlot(entry);
        visitor.signal.removeEventListener('abort', leave);
        clearTimeout(heldTooLong);
        heldEntries.delete(entry);
      },
    };
  };
  return {
    reserve,
    /** Hashes one password when its turn comes. */
    hash: async (account: string, visitor: Visitor, password: string): Promise<string> => {
      using turn = await reserve(account, visitor);
      return await turn.hash(password);
    },
  };
};
export type SignInQueue = ReturnType<typeof createSignInQueue>;
